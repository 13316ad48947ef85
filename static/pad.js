"use strict";
// The pad of tiles, and texts to copy. Both are there without this file: the keys of the pad are links.

// A tap of the pad while the one before is on its way waits for its answer, and goes to the key of the same name.

const waiting = [];
let asking = null;

document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-pad]");
  if (asking && !asking.target.isConnected) forget(); // its sheet was closed, or the table is a fresh one
  if (!key || !asking) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  waiting.push(key.dataset.pad);
}, true);

document.addEventListener("htmx:before:request", (event) => {
  if (event.detail.ctx.sourceElement.dataset.pad) asking = event.detail.ctx;
});

// The key that was tapped may be dead by then, and out of the page: the swap tells that its answer is here. htmx has to
// be done with it first, or the same key, tapped twice, would be kept in a queue of its own.
document.addEventListener("htmx:after:swap", answered);
document.addEventListener("htmx:finally:request", answered);

function answered(event) {
  const ctx = event.detail.ctx;
  if (ctx === asking) setTimeout(() => { if (ctx === asking) next(); });
}

function forget() {
  waiting.length = 0;
  asking = null;
}

function next() {
  asking = null;
  const at = document.querySelector("dialog[open]") || document;
  while (waiting.length && !asking) {
    const key = at.querySelector(`[data-pad="${waiting.shift()}"][href]`);
    if (key) key.click(); // a dead key is none
  }
}

// The address of the hand is that of its page; where no script runs it stands there as text.
document.addEventListener("htmx:after:swap", () => {
  const page = document.getElementById("hand");
  if (!page) return;
  history.replaceState(null, "", page.dataset.address);
  offerCopies();
});

function offerCopies() {
  document.querySelectorAll("[data-copy]").forEach((key) => { key.hidden = false; });
}

document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-copy]");
  if (!key) return;
  const text = document.getElementById(key.dataset.copy);
  const done = () => { key.textContent = key.dataset.done; };
  if (navigator.clipboard) navigator.clipboard.writeText(text.textContent).then(done, () => mark(text));
  else if (mark(text) && document.execCommand("copy")) done();
});

// On plain http there is no clipboard: the text is marked, to be copied by the browser or the reader.
function mark(text) {
  if (text.select) text.select();
  else getSelection().selectAllChildren(text);
  return true;
}

document.addEventListener("htmx:error", () => { waiting.length = 0; });

document.addEventListener("DOMContentLoaded", offerCopies);
