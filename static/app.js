"use strict";
// Every page works without this file, as forms and links. It opens sheets without asking the server, and keeps a tap
// in the browser from before it is sent until it is answered.

// ---- Taps: one at a time, saved before they are sent, sent again until they are answered ----

const AGAIN_AFTER = 3000;
const PENDING = `xuezhan-tap-${(/\/n\/([^/]+)\//.exec(location.pathname) || ["", ""])[1]}`; // one for each night
let again = null;
let unkept = null; // a browser that refuses storage (a private window, a full one) still scores, until it reloads

function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

function pending() {
  try { return JSON.parse(localStorage.getItem(PENDING)) || unkept; } catch { return unkept; }
}

function keep(tap) {
  unkept = null;
  try {
    if (tap) localStorage.setItem(PENDING, JSON.stringify(tap)); else localStorage.removeItem(PENDING);
  } catch { unkept = tap; }
  show(tap);
}

function table() { return document.getElementById("table"); }

function said(what) {
  const at = document.querySelector("[data-say-unsent]");
  return at ? at.dataset[what] : "";
}

function show(tap) {
  const at = table();
  if (!at) return;
  at.dataset.unsent = tap ? "1" : "0";
  const sync = at.querySelector("[data-sync]");
  if (!sync) return;
  sync.textContent = tap ? `${said("sayUnsent")} 1` : said("saySaved");
  sync.className = tap ? "top-unsent" : "top-sync";
}

// On the page, and in the sheet that lies over it.
function notice(text) {
  const dialog = document.querySelector("dialog[open]");
  for (const line of [document.getElementById("notice"), dialog && noticeIn(dialog)]) {
    if (line) { line.textContent = text; line.hidden = false; }
  }
}

function noticeIn(dialog) {
  const line = dialog.querySelector("[data-notice]") || document.createElement("p");
  line.className = "notice";
  line.dataset.notice = "";
  line.setAttribute("role", "alert");
  if (!line.isConnected) dialog.firstElementChild.prepend(line);
  return line;
}

function keyOf(ctx) { return ctx.request.headers["X-Tap"]; }

// A part of the answer is put in its place by htmx; the answer itself settles what becomes of the tap.
document.addEventListener("htmx:config:request", (event) => {
  const ctx = event.detail.ctx;
  const form = ctx.request.form;
  if (keyOf(ctx) || !form || !form.hasAttribute("data-tap") || ctx.request.method !== "POST") return;
  if (pending()) {
    event.preventDefault();
    notice(said("sayWait"));
    return;
  }
  const submitter = ctx.request.submitter;
  if (submitter && submitter.value === "transfer" && !form.querySelector(".ticks :checked")) {
    event.preventDefault();
    notice(said("sayWhom"));
    return;
  }
  const key = newKey();
  ctx.request.body.set("key", key);
  ctx.request.headers["X-Tap"] = key;
  const fields = [...ctx.request.body].filter(([name]) => name !== "csrfmiddlewaretoken");
  keep({ key, url: ctx.request.action, fields, target: ctx.target.id });
  document.querySelectorAll("dialog[open]").forEach((dialog) => { if (dialog.id !== "panel") dialog.close(); });
  turn();
});

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

document.addEventListener("htmx:after:request", (event) => {
  const ctx = event.detail.ctx;
  const status = ctx.response.status;
  const shown = status < 400 || status === 409 || status === 422;
  if (!keyOf(ctx)) {
    if (!shown) notice(said("sayAgain"));
  } else if (status === 503) {
    later(said("sayLost"));
  } else {
    if (!shown) notice(said(status === 403 || status === 404 ? "sayGone" : "sayBroken"));
    keep(null);
    if (status === 409 && table() && ctx.target.id !== "table") refresh();
  }
});

document.addEventListener("htmx:error", (event) => {
  const ctx = event.detail.ctx;
  waiting.length = 0;
  if (!ctx) return;
  if (!keyOf(ctx)) notice(said("sayAgain"));
  else if (pending()) later(said("sayLost"));
});

// A correction that came too late is answered in its sheet; the table below it is behind too.
function refresh() {
  htmx.ajax("GET", location.pathname, { source: document.body, target: "#table", swap: "outerHTML" });
}

function later(text) {
  notice(text);
  clearTimeout(again);
  again = setTimeout(resend, AGAIN_AFTER);
}

// The source is no form of the page: a tap is sent as it was kept, nothing is added to it.
function resend() {
  clearTimeout(again);
  const tap = pending();
  const token = document.querySelector("[name=csrfmiddlewaretoken]");
  if (!tap || !token || !document.getElementById(tap.target)) return;
  const values = Object.fromEntries([...tap.fields, ["csrfmiddlewaretoken", token.value]]);
  const headers = { "X-Tap": tap.key };
  htmx.ajax("POST", tap.url, { source: document.body, target: `#${tap.target}`, swap: "outerHTML", values, headers });
}

window.addEventListener("online", resend);
document.addEventListener("visibilitychange", () => { if (!document.hidden) resend(); });

// ---- Sheets ----

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
  turn();
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

function open(name) {
  const dialog = document.querySelector(`[data-sheet="${name}"]`);
  if (!dialog || dialog.open) return false;
  const fresh = dialog.firstElementChild.cloneNode(true);
  dialog.addEventListener("close", () => { renew(dialog, fresh); }, { once: true });
  dialog.showModal();
  turn();
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
  forget();
  dialog.close();
  turn();
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

// ---- The pad: a tap while the one before is on its way waits for its answer, and goes to the key of the same name ----

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
  getSelection().selectAllChildren(text);
  return true;
}

// What the server opens in its answer is shown as the dialogs of the page are: above all else, closed by a tap beside.
function raise(dialog) {
  if (dialog.open) dialog.close();
  dialog.showModal();
  turn();
}

// A sheet that was opened before the answer to the tap before came is opened again on the fresh table.
let opened = null;

document.addEventListener("htmx:before:swap", (event) => {
  const { target } = event.detail.ctx;
  const sheet = target && target.id === "table" && target.querySelector("dialog[open]");
  opened = sheet ? sheet.dataset.sheet : null;
});

document.addEventListener("htmx:after:swap", (event) => {
  const panel = document.getElementById("panel");
  const ctx = event.detail.ctx;
  if (panel && ctx.target && ctx.target.id === "panel-in") {
    if (!panel.open) { panel.showModal(); turn(); }
    const outcome = document.getElementById("outcome");
    if (outcome) outcome.scrollIntoView({ block: "end" });
  }
  if (ctx.target && ctx.target.id === "table") {
    if (panel && panel.open && keyOf(ctx)) panel.close();
    const ask = document.querySelector("[data-ask]");
    if (ask) raise(ask); else if (opened) open(opened);
    show(pending());
  }
});

document.addEventListener("DOMContentLoaded", () => {
  document.querySelectorAll("main dialog[open]").forEach(raise);
  offerCopies();
  show(pending());
  resend();
});
