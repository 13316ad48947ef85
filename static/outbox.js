"use strict";
// The outbox: a tap is kept in the browser from before it is sent until it is answered, one at a time, and goes out
// again and again until then. Every page works without this file, as forms and links.

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

document.addEventListener("htmx:after:swap", (event) => {
  const { target } = event.detail.ctx;
  if (target && target.id === "table") show(pending());
});

document.addEventListener("DOMContentLoaded", () => {
  show(pending());
  resend();
});
