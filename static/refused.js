"use strict";
// What was not written down: both sides, and what the hand wants. The outbox stands still until that is said.

function askAbout() {
  const dialog = document.getElementById("stopped");
  const [head, ...others] = queue();
  if (!dialog || !head || !head.stop) return;
  const { status, says } = head.stop;
  const anew = isAnew(head.stop);
  dialog.querySelector("[data-why]").textContent = says;
  const here = dialog.querySelector("[data-here]");
  here.replaceChildren(...(anew ? newestLines(status === 409 ? saved() - head.position : 1) : []));
  here.parentElement.hidden = !anew;
  const rows = dialog.querySelector("[data-rows]");
  rows.replaceChildren(...[head, ...others].map((tap) => rowFor(tap, anew)));
  dialog.querySelector("[data-try]").hidden = anew || BARRED.includes(status);
  dialog.querySelector("[data-all]").hidden = !anew || !others.length;
  if (!dialog.open) { dialog.showModal(); turn(); }
}

// What the fresh table has that the tap was made without; where no line stands, its last sentence.
function newestLines(count) {
  const lines = [...document.querySelectorAll("#table .log [data-event]")].slice(0, Math.min(Math.max(count, 1), 3));
  const shown = lines.length ? lines : document.querySelectorAll("#table .last-text");
  return [...shown].map((line) => make("li", "", make("div", line.className, ...line.cloneNode(true).childNodes)));
}

// Surely not written, and there is a table to write it on anew.
function isAnew(why) { return Boolean(table()) && [409, 422].includes(why.status); }

// What is said of "the last" would now be said of another: 撤销 and 也胡 are tapped on the table, where it is seen.
function mayAgain(tap) {
  return tap.does !== "undo" && !tap.fields.some(([, value]) => value.startsWith("also:"));
}

function rowFor(tap, anew) {
  const row = make("li", "stopped-row", make("bdi", "b", tap.says));
  const keys = make("span", "keys-2 u-mt6");
  const act = (word, what, kind) => {
    const key = make("button", kind, said(word));
    key.dataset[what] = tap.key;
    keys.append(key);
  };
  act("sayDrop", "drop", "key");
  if (tap.wanted) keys.append(make("span", "step-note", said("sayWanted")));
  else if (anew && mayAgain(tap)) act("sayAnew", "anew", "key");
  row.append(keys);
  return row;
}

document.addEventListener("click", (event) => {
  const key = event.target.closest("#stopped button");
  if (!key) return;
  const taps = queue();
  const why = taps.length ? taps[0].stop : null;
  const wanted = (tap) => "all" in key.dataset || tap.key === key.dataset.anew;
  if ("drop" in key.dataset) taps.filter((tap) => tap.key === key.dataset.drop).forEach(dropUnwritten);
  else if (!why) { /* decided in another tab */ } else if ("try" in key.dataset) tryAgain(taps[0]);
  else if (isAnew(why)) taps.filter(mayAgain).filter(wanted).forEach((tap) => keep({ ...tap, wanted: true }));
  decided("drop" in key.dataset ? why : null);
});

function tryAgain(tap) {
  keep({ ...tap, stop: null });
  if (tap.stop.status !== EXPIRED) return;
  sending = tap; // nothing is sent by this page any more
  location.reload();
}

// When nothing is left to decide, what is wanted goes out: on the fresh table, as taps of their own.
function decided(why) {
  const taps = queue();
  if (taps.length && taps.every((tap) => tap.wanted)) {
    const anew = taps.map((tap, after) => ({
      ...tap, key: newKey(), fields: tap.fields.filter(([name]) => name !== "seen"), position: saved() + after,
      sent: false, stop: null, wanted: false,
    }));
    anew.forEach((tap, at) => { keep(tap); drop(taps[at]); }); // there at any moment
  } else if (taps.length && !taps[0].stop && why && !taps[0].sent) {
    keep({ ...taps[0], stop: why }); // the first was dropped: the others were made on it
  }
  const [head] = queue();
  if (head && head.stop) askAbout();
  else document.getElementById("stopped").close();
  show();
  send();
}

// Those of a phone that may no longer score are told to the one that does, which applies none of them by itself.
async function tellUnbooked() {
  const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
  const url = document.getElementById("stopped").dataset.unbooked;
  for (const tap of queue().filter((one) => !one.told)) {
    const body = new URLSearchParams({ csrfmiddlewaretoken: token, key: tap.key, says: tap.says });
    let status = 503;
    try { ({ status } = await patiently(url, { method: "POST", body })); } catch { /* asked again */ }
    if (status >= 500) { wait(); return; }
    if (!queue().some((one) => one.key === tap.key)) continue;
    if (status === 208) drop(tap); // it had been written, and its answer was lost
    else if (status === 204) keep({ ...tap, told: true });
  }
}
