"use strict";
// Where the browser can hand an address on to another app (on https), a key that copies it does that instead.
if (navigator.share) {
  document.addEventListener("DOMContentLoaded", () => {
    document.querySelectorAll("[data-share]").forEach((key) => { key.textContent = key.dataset.share; });
  });

  document.addEventListener("click", (event) => {
    const key = event.target.closest("[data-share]");
    if (!key) return;
    event.stopImmediatePropagation();
    const url = document.getElementById(key.dataset.copy).textContent.trim();
    navigator.share({ title: document.title, url }).catch(() => {}); // thought better of
  }, true);
}
