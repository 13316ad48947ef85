"use strict";
// Sheets: dialogs that are in the page already are opened without asking the server, chips change their prices there,
// and what the server opens is raised above all else. Every page works without this file, as forms and links.

// A thumb that bounces would hit what lies in the sheet that its first tap has opened, or under the one it has closed.
const BOUNCE = 300;
const NEAR = 8;
let tapped = null;
let turned = null;

function turn() { turned = tapped && { ...tapped, time: performance.now() }; }

document.addEventListener("click", (event) => {
  if (!event.detail) return; // a key of a keyboard, or a script
  tapped = { x: event.clientX, y: event.clientY };
  if (!turned || performance.now() - turned.time > BOUNCE) return;
  if (Math.hypot(tapped.x - turned.x, tapped.y - turned.y) > NEAR) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

function open(name) {
  const dialog = document.querySelector(`[data-sheet="${name}"]`);
  if (!dialog || dialog.open) return false;
  const fresh = dialog.firstElementChild.cloneNode(true);
  dialog.addEventListener("close", () => { renew(dialog, fresh); }, { once: true });
  dialog.showModal();
  dim(dialog);
  turn();
  return true;
}

// A sheet that is opened again has nothing lit from the last time.
function renew(dialog, fresh) {
  if (!dialog.isConnected) return;
  dialog.replaceChildren(fresh);
  htmx.process(fresh);
}

document.addEventListener("click", (event) => {
  const target = event.target;
  if (target.tagName === "DIALOG") { shut(target); return; }
  const opener = target.closest("a[data-seat], a[data-open], a[data-also]");
  if (opener) {
    const name = opener.dataset.seat || opener.dataset.open || `also-${opener.dataset.also}`;
    if (open(name)) event.preventDefault();
    return;
  }
  const closer = target.closest("[data-close]");
  if (closer && closer.closest("dialog")) { event.preventDefault(); shut(closer.closest("dialog")); }
});

function shut(dialog) {
  forget();
  dialog.close();
  turn();
  if (dialog.hasAttribute("data-ask") || dialog.hasAttribute("data-sheet-shown")) dialog.remove();
  if (dialog.hasAttribute("data-ask")) unanswered();
}

// A chip whose prices are in the page already changes them without asking: caught before htmx sees the tap.
document.addEventListener("click", (event) => {
  const chip = event.target.closest("a[data-flag]");
  const form = chip && chip.closest("form");
  const old = form && form.querySelector(".win");
  const state = form && form.querySelector(`template[data-flags="${chip.dataset.then}"]`);
  if (!state) return;
  event.preventDefault();
  event.stopPropagation();
  const kept = document.createElement("template");
  kept.dataset.flags = old.dataset.win;
  const fresh = state.content.firstElementChild;
  state.replaceWith(kept);
  old.replaceWith(fresh);
  kept.content.append(old);
  htmx.process(fresh);
  dim(fresh.closest("dialog"));
  const again = fresh.querySelector(`[data-flag="${chip.dataset.flag}"]`);
  if (again) again.focus();
}, true);

// While a sheet is on its way with other chips lit, its cells would still record what it showed before.
document.addEventListener("htmx:before:request", (event) => {
  const { request, target } = event.detail.ctx;
  if (request.method !== "GET" || !target || !target.closest("dialog")) return;
  target.querySelectorAll("button[name=cell]:enabled, button[data-confirm]:enabled").forEach((button) => {
    button.disabled = true;
    button.dataset.held = "";
  });
});

document.addEventListener("htmx:finally:request", () => {
  document.querySelectorAll("button[data-held]").forEach((button) => {
    button.disabled = false;
    delete button.dataset.held;
  });
});

// What the server opens in its answer is shown as the dialogs of the page are: above all else, closed by a tap beside.
function raise(dialog) {
  dialog.open = false;
  dialog.showModal();
  turn();
}

// A question does not come between the thumb and a sheet: it waits until that is closed.
function ask() {
  const question = document.querySelector("[data-ask]");
  if (!question) return;
  question.open = false;
  if (!document.querySelector("dialog[open]")) raise(question);
}

document.addEventListener("close", ({ target }) => {
  if (target.open) return;
  if (target.hasAttribute("data-ask")) shut(target); else ask(); // by a key of the keyboard
}, true);

// Nothing changes under the thumb: a fresh table that nobody asked for waits until the sheet is closed.
let held = null;

document.addEventListener("htmx:before:swap", (event) => {
  const { ctx } = event.detail;
  const unasked = ctx.sourceElement === document.documentElement || (keyOf(ctx) && sending && sending.target === "table");
  if (!unasked || ctx.response.status >= 300 || !table() || !table().querySelector("dialog[open]")) return;
  event.preventDefault();
  if (!held || keyOf(ctx)) held = ctx;
});

document.addEventListener("close", () => {
  if (!held || table().querySelector("dialog[open]")) return;
  held.target = table();
  htmx.swap(held);
}, true);

document.addEventListener("htmx:after:swap", (event) => {
  const panel = document.getElementById("panel");
  const ctx = event.detail.ctx;
  if (panel && ctx.target && ctx.target.id === "panel-in") {
    if (!panel.open) { panel.showModal(); turn(); }
    const outcome = document.getElementById("outcome");
    if (outcome) outcome.scrollIntoView({ block: "end" });
  }
  if (ctx.target && ctx.target.id === "table") {
    held = null;
    if (panel && panel.open && sending && sending.target !== "table") panel.close();
    ask();
  }
});

document.addEventListener("DOMContentLoaded", () => {
  document.querySelectorAll("main dialog[open]").forEach(raise);
});
