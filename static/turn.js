"use strict";
// The table turned round for the player opposite, and back; the phone keeps it for this night.
document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-turn]");
  if (!key) return;
  event.preventDefault();
  const far = document.body.classList.toggle("far");
  key.setAttribute("aria-pressed", far);
  document.cookie = `far=${far ? 1 : 0}; path=${location.pathname}; max-age=86400; samesite=lax`;
});
