"use strict";
// The screen of the phone that scores stays on while the table is in sight. Only on https; a phone may refuse, as one
// does whose battery is low, and lets go whenever the page is hidden.
{
  let held = null;

  const hold = async () => {
    if (document.hidden || (held && !held.released)) return;
    held = await navigator.wakeLock.request("screen").catch(() => null);
  };

  if (navigator.wakeLock) {
    document.addEventListener("visibilitychange", hold);
    hold();
  }
}
