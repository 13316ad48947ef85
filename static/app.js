"use strict";
// Every page works without this file, as forms and links. It opens sheets without asking the server, and keeps a tap
// in the browser from before it is sent until it is answered.

// ---- Taps: one at a time, saved before they are sent, sent again until they are answered ----

const PENDING = "xuezhan-tap";
const AGAIN_AFTER = 3000;
let again = null;

function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

function pending() {
  try { return JSON.parse(localStorage.getItem(PENDING)); } catch { return null; }
}

function keep(tap) {
  // A browser that refuses storage (a private window, a full one) still scores; its taps do not survive a reload.
  try {
    if (tap) localStorage.setItem(PENDING, JSON.stringify(tap)); else localStorage.removeItem(PENDING);
  } catch { /* said above */ }
  show(tap);
}

function table() { return document.getElementById("table"); }

function said(what) { const at = table(); return at ? at.dataset[what] : ""; }

function show(tap) {
  const at = table();
  if (!at) return;
  at.dataset.unsent = tap ? "1" : "0";
  const sync = at.querySelector("[data-sync]");
  if (!sync) return;
  sync.textContent = tap ? `${said("sayUnsent")} 1` : said("saySaved");
  sync.className = tap ? "top-unsent" : "top-sync";
}

function notice(text) {
  const line = document.getElementById("notice");
  if (!line) return;
  line.textContent = text || "";
  line.hidden = !text;
}

// A part of the answer is put in its place by htmx; the answer itself settles what becomes of the tap.
document.addEventListener("htmx:config:request", (event) => {
  const ctx = event.detail.ctx;
  const form = ctx.request.form;
  if (!form || !form.hasAttribute("data-tap") || ctx.request.method !== "POST") return;
  const waiting = pending();
  if (waiting && waiting.key !== ctx.request.body.get("key")) {
    event.preventDefault();
    notice(said("sayWait"));
    return;
  }
  const key = newKey();
  ctx.request.body.set("key", key);
  ctx.request.headers["X-Tap"] = key;
  const fields = [...ctx.request.body].filter(([name]) => name !== "csrfmiddlewaretoken");
  keep({ key, url: ctx.request.action, fields, where: location.pathname });
  document.querySelectorAll("dialog[open]").forEach((dialog) => { if (dialog.id !== "panel") dialog.close(); });
});

function keyOf(ctx) { return ctx.request.headers["X-Tap"]; }

document.addEventListener("htmx:after:request", (event) => {
  const ctx = event.detail.ctx;
  if (!keyOf(ctx)) return;
  const status = ctx.response.status;
  if (status === 503) { later(said("sayLost")); return; }
  if (status >= 500) { notice(said("sayBroken")); }
  else if (status === 403 || status === 404) { notice(said("sayGone")); }
  keep(null);
});

document.addEventListener("htmx:error", (event) => {
  const ctx = event.detail.ctx;
  if (ctx && keyOf(ctx) && pending()) later(said("sayLost"));
});

function later(text) {
  notice(text);
  clearTimeout(again);
  again = setTimeout(resend, AGAIN_AFTER);
}

function resend() {
  clearTimeout(again);
  const tap = pending();
  if (!tap) return;
  const token = document.querySelector("[name=csrfmiddlewaretoken]");
  if (!token || !table() || tap.where !== location.pathname) return;
  const values = Object.fromEntries([...tap.fields, ["csrfmiddlewaretoken", token.value]]);
  const headers = { "X-Tap": tap.key };
  htmx.ajax("POST", tap.url, { source: table(), target: "#table", swap: "outerHTML", values, headers })
    .then(() => { if (!pending()) { clearTimeout(again); } });
}

window.addEventListener("online", resend);
document.addEventListener("visibilitychange", () => { if (!document.hidden) resend(); });

// ---- Sheets ----

function open(name) {
  const dialog = document.querySelector(`[data-sheet="${name}"]`);
  if (!dialog || dialog.open) return false;
  const fresh = dialog.firstElementChild.cloneNode(true);
  dialog.addEventListener("close", () => { renew(dialog, fresh); }, { once: true });
  dialog.showModal();
  return true;
}

// A sheet that is opened again has nothing lit from the last time. One that a tap was made on stays: the answer to the
// tap is told to its form, and puts a fresh table in its place.
function renew(dialog, fresh) {
  if (!dialog.isConnected || pending()) return;
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
  dialog.close();
  if (dialog.hasAttribute("data-ask") || dialog.hasAttribute("data-sheet-shown")) dialog.remove();
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
  const again = fresh.querySelector(`[data-flag="${chip.dataset.flag}"]`);
  if (again) again.focus();
}, true);

// What the server opens in its answer is shown as the dialogs of the page are: above all else, closed by a tap beside.
function raise(dialog) {
  if (!dialog) return;
  if (dialog.open) dialog.close();
  dialog.showModal();
}

document.addEventListener("htmx:after:swap", (event) => {
  const panel = document.getElementById("panel");
  const ctx = event.detail.ctx;
  if (panel && ctx.target && ctx.target.id === "panel-in") {
    if (!panel.open) panel.showModal();
    const outcome = document.getElementById("outcome");
    if (outcome) outcome.scrollIntoView({ block: "end" });
  }
  if (ctx.target && ctx.target.id === "table") {
    if (panel && panel.open) panel.close();
    raise(document.querySelector("[data-ask]"));
    show(pending());
  }
});

document.addEventListener("DOMContentLoaded", () => {
  document.querySelectorAll("main dialog[open]").forEach(raise);
  show(pending());
  resend();
});
