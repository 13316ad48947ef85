"use strict";
// The outbox. What a thumb has tapped is kept in this browser from before it is sent until the server has answered:
// through a lost network, a lost answer, a reload, a closed tab. Taps go out in order, one at a time, each as often as
// it takes; its key makes many times one, its position in the log says what it was made on. Nothing leaves the outbox
// but by an answer or by the hand of who tapped. Points are never computed here. Every page works without this file.

const PATIENCE = 8000;
const AGAIN_AFTER = 3000;
const GONE = 410; // another phone scores now
const BARRED = [404, GONE];
const EXPIRED = 403; // the page lacks its cookie or its token, and a fresh one has both
const NIGHT = (/\/n\/([^/]+)\//.exec(location.pathname) || ["", ""])[1];
const TAPS = `xuezhan-tap-${NIGHT}-`; // an item for each tap: two tabs put in and take out without overwriting
const SENDER = `xuezhan-sender-${NIGHT}`;
const TAB = newKey();

const unkept = new Map(); // a browser that refuses storage (a private window, a full one) still scores, until it reloads
let sending = null;
let behind = []; // taps that are written, on a table that waits to be shown until a sheet is closed
let asked = null; // the tap that the server has answered with a question
let again = null;
let lost = !navigator.onLine;

function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

function table() { return document.getElementById("table"); }

function saved() { return Number(table().dataset.saved); }

// ---- What is kept: taps that no answer has settled, in order ----

function queue() {
  const taps = new Map();
  try {
    Object.keys(localStorage).filter((name) => name.startsWith(TAPS)).forEach((name) => {
      const tap = read(name);
      if (tap) taps.set(tap.key, tap);
    });
  } catch { /* no storage */ }
  unkept.forEach((tap) => taps.set(tap.key, tap));
  return [...taps.values()].sort((one, other) => one.turn - other.turn || (one.key < other.key ? -1 : 1));
}

// What cannot be read as a tap stays where it is, and stops no other.
function read(name) {
  try {
    const tap = JSON.parse(localStorage.getItem(name));
    const { key, url, fields, says, target, turn, position } = tap;
    const told = [url, says, target].every((one) => typeof one === "string") && url.includes(`/n/${NIGHT}/`);
    return name === TAPS + key && told && Number.isInteger(turn) && Number.isInteger(position) && Object.fromEntries(fields) && tap;
  } catch { return null; }
}

function keep(tap) {
  unkept.delete(tap.key);
  try { localStorage.setItem(TAPS + tap.key, JSON.stringify(tap)); } catch { unkept.set(tap.key, tap); }
}

function drop(tap) {
  unkept.delete(tap.key);
  try { localStorage.removeItem(TAPS + tap.key); } catch { /* never was there */ }
}

// A tap that came to nothing: those after it, none of which was sent yet, are made on one event less. The 撤销 that was
// to take it back would take back what was there before it, and goes along.
function dropUnwritten(tap) {
  drop(tap);
  const others = queue().filter((other) => other.turn > tap.turn && !other.sent);
  others.forEach((other) => keep({ ...other, position: other.position - 1 }));
  let standing = 1;
  const undo = others.find((other) => (standing += other.does === "undo" ? -1 : 1) === 0);
  if (undo && tap.does !== "undo") dropUnwritten(undo);
}

// ---- A tap is made ----

document.addEventListener("htmx:config:request", (event) => {
  const { request, target } = event.detail.ctx;
  if (keyOf(event.detail.ctx)) { request.timeout = `${PATIENCE}ms`; return; }
  if (request.method !== "POST" || !request.form || !("tap" in request.form.dataset)) return;
  event.preventDefault();
  const reason = refusal(request, target);
  if (reason) notice(said(reason));
  else tapOn(request, target);
});

function keyOf(ctx) { return ctx.request.headers["X-Tap"]; }

function refusal({ form, submitter }, target) {
  const taps = queue();
  if (taps.length && taps[0].stop) { askAbout(); return ""; }
  if (target.id !== "table" && taps.length) return "sayFirst";
  return submitter && submitter.value === "transfer" && !form.querySelector(".ticks :checked") ? "sayWhom" : "";
}

function tapOn(request, target) {
  const taps = queue();
  if (taps.length && taps[0].stop) return;
  const newest = taps[taps.length - 1];
  const { form, submitter, body } = request;
  const does = request.action.split("/").slice(-2)[0]; // record, undo, next, correct, …
  const answers = form.closest("[data-ask]") && asked;
  const undone = does === "undo" && newest && newest.does !== "undo";
  if (undone && (!newest.sent || isAsked(newest))) {
    if (isAsked(newest)) asked = null;
    drop(newest); // nothing was promised yet
    notice("");
  } else {
    const fields = [...body].filter(([name]) => !["csrfmiddlewaretoken", "key", "position"].includes(name));
    const position = target.id === "table" ? saved() : Number(form.elements.position.value);
    if (answers) drop(asked);
    keep({
      key: newKey(), url: request.action, target: target.id, does, fields, time: Date.now(),
      turn: answers ? asked.turn : newest ? newest.turn + 1 : 1,
      position: answers ? asked.position : position + behind.length + taps.length,
      says: sentence(form, submitter, answers ? "" : newest),
    });
    if (answers) asked = null;
  }
  document.querySelectorAll("dialog[open]").forEach((dialog) => { if (dialog.id !== "panel" || target.id === "table") dialog.close(); });
  turn();
  show();
  setTimeout(show, SOON + 20);
  send();
}

// ---- A tap is sent: the first of the outbox, by one tab at a time, until it is answered ----

async function send() {
  clearTimeout(again);
  const [tap] = queue();
  const token = document.querySelector("[name=csrfmiddlewaretoken]");
  if (!tap || sending || asked || !token) return;
  if (tap.stop) { if (tap.stop.status === GONE) tellUnbooked(); return; }
  if (document.querySelector("[data-elsewhere]")) { stop(tap, GONE); return; }
  if (!document.getElementById(tap.target)) return;
  if (!mayIt()) { wait(); return; }
  sending = tap;
  if (!tap.sent && !navigator.onLine) { // what certainly was not sent can be taken back here
    const there = await reached();
    const still = queue().some((one) => one.key === tap.key);
    if (!there || !still) {
      sending = null;
      if (still) later(); else { release(); send(); }
      return;
    }
  }
  keep({ ...tap, sent: true });
  const values = Object.fromEntries([...tap.fields, ["key", tap.key], ["position", tap.position], ["csrfmiddlewaretoken", token.value]]);
  // The source is no form of the page: a tap is sent as it was kept, nothing is added to it.
  htmx.ajax("POST", tap.url, {
    source: document.body, target: `#${tap.target}`, swap: "outerHTML", values, headers: { "X-Tap": tap.key },
  });
}

async function reached() {
  try { return (await patiently(`${location.pathname}?seen=${saved()}`, { headers: { "HX-Request": "true" } })).ok; } catch { return false; }
}

function patiently(url, asks) {
  const patience = new AbortController();
  setTimeout(() => patience.abort(), PATIENCE);
  return fetch(url, { ...asks, signal: patience.signal });
}

// Twice the same tap at once would do no harm. This spares the server; a tab that was killed holds it for seconds only.
function mayIt() {
  try {
    const [tab, until] = (localStorage.getItem(SENDER) || "").split(" ");
    const left = Number(until) - Date.now();
    if (tab !== TAB && left > 0 && left <= PATIENCE) return false;
    localStorage.setItem(SENDER, `${TAB} ${Date.now() + PATIENCE}`);
  } catch { /* no storage, no other tab */ }
  return true;
}

function release() {
  try { if ((localStorage.getItem(SENDER) || "").startsWith(TAB)) localStorage.removeItem(SENDER); } catch { /* none */ }
}

function wait() {
  clearTimeout(again);
  again = setTimeout(send, AGAIN_AFTER);
}

function later() {
  release();
  notice(said(unkept.size ? "sayUnkept" : "sayLost"));
  show();
  wait();
}

// ---- The server answers ----

// What is no page of ours (that of a network that wants a login) is no answer.
document.addEventListener("htmx:after:request", (event) => {
  const ctx = event.detail.ctx;
  if (!keyOf(ctx) || ctx.response.status >= 300 || ctx.hx.redirect || ctx.text.includes(`id="${ctx.target.id}"`)) return;
  event.preventDefault();
  ctx.text = undefined;
});

// Put in its place by htmx, if it is a part of the page; what becomes of the tap is settled after that.
document.addEventListener("htmx:finally:request", (event) => {
  const ctx = event.detail.ctx;
  const status = ctx.text === undefined ? 0 : ctx.response.status;
  if (keyOf(ctx)) {
    const tap = sending;
    sending = null;
    if (tap && tap.key === keyOf(ctx)) settle(tap, status, ctx);
  } else if (status >= 400 && ![409, GONE, 422].includes(status)) notice(said("sayAgain"));
});

document.addEventListener("htmx:error", (event) => {
  const ctx = event.detail.ctx;
  if (!ctx || keyOf(ctx)) return;
  const source = ctx.sourceElement;
  const needs = source.matches("[data-naming]") ? "sayNaming" : source.matches("[data-more]") ? "sayMore" : "sayNeeds";
  notice((!ctx.response && said(needs)) || said("sayAgain"));
});

// Polls too tell whether the server can be reached.
function reach(does) {
  if (lost !== does) return;
  lost = !does;
  show();
}

window.addEventListener("htmx:error", ({ detail: { ctx } }) => { if (ctx && !ctx.response) reach(false); }, true);
window.addEventListener("htmx:before:response", () => reach(true), true);
window.addEventListener("offline", () => reach(false));
window.addEventListener("online", () => reach(true));

function settle(tap, status, ctx) {
  if (!status || (status > 501 && status < 505)) { later(); return; }
  if (ctx.hx.redirect) { drop(tap); release(); return; } // the page is about to be another
  if (status < 300 && ctx.text.includes("data-ask")) asked = tap;
  else if (status < 300) {
    if (held === ctx) behind.push(tap);
    drop(tap);
  }
  else if (tap.target === "table" || BARRED.includes(status) || status === EXPIRED || status >= 500) stop(tap, status);
  else drop(tap); // a correction that came too late is told on its sheet, which stays
  if (tap.target === "table" ? ctx.status !== "swapped" && status < 500 : status === 409) refresh();
  release();
  show();
  send();
}

// The outbox stands still until who tapped has said what is to become of it.
function stop(tap, status) {
  const told = document.getElementById("notice");
  const barred = BARRED.includes(status) ? "sayBarred" : "sayBroken";
  const says = status === 409 || status === 422 ? told && told.textContent : said({ [GONE]: "sayGone", [EXPIRED]: "sayExpired" }[status] || barred);
  keep({ ...tap, sent: true, stop: { status, says } });
  notice(says);
  askAbout();
  send();
}

function refresh() {
  if (table() && !document.querySelector("dialog[open]:not(#panel)")) {
    htmx.ajax("GET", location.pathname, { source: document.documentElement, target: "#table", swap: "outerHTML" });
  }
}

function isAsked(tap) { return Boolean(asked) && asked.key === tap.key; }

// A question that is closed without an answer waits for it, and what was tapped after it waits too.
function unanswered() {
  if (!asked) return;
  notice(said("sayAnswer"));
  show();
}

// Whoever taps what is unsent wants to get on with it.
function explain() {
  if (asked) {
    asked = null; // the server asks again
    send();
  } else if (queue().some((tap) => tap.stop)) askAbout();
  else if (queue().length) notice(said("sayLost"));
}

document.addEventListener("click", ({ target }) => {
  if (!asked || !target.closest("[data-ask] [data-unwanted]")) return;
  dropUnwritten(asked);
  asked = null;
  show();
  send();
});

// What this tab still asks may have been answered in another.
function decidedElsewhere() {
  const [head] = queue();
  const stopped = document.getElementById("stopped");
  if (stopped && stopped.open) { if (head && head.stop) askAbout(); else stopped.close(); }
  if (!asked || (head && head.key === asked.key)) return;
  asked = null;
  const question = document.querySelector("[data-ask]");
  if (question) question.remove();
}

// Another tab has put in or taken out: what it has taken out was answered, and the table of this one is behind.
window.addEventListener("storage", (event) => {
  if (!event.key || (!event.key.startsWith(TAPS) && event.key !== SENDER)) return;
  decidedElsewhere();
  show();
  if (event.newValue) return;
  if (event.key !== SENDER) refresh();
  send();
});

window.addEventListener("online", send);
window.addEventListener("pagehide", release);
document.addEventListener("visibilitychange", () => { if (!document.hidden) send(); });
document.addEventListener("DOMContentLoaded", send);
