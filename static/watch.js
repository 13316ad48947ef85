"use strict";
// Polling: a page with `data-poll` (seconds; none: never) is asked for again, and morphed where something has changed.
// Never while it is hidden, a sheet is open, a finger is down or a tap is on its way. What it shows has its age.
(() => {
  const IDLE_AFTER = 120000, IDLE = 5000, TICK = 500, PATIENCE = 8000;
  let changed = Date.now(); // when something new came
  let fresh = Date.now(); // how old what is shown is at most
  let sent = Date.now();
  let asking = false, lost = false, touched = false;
  let kept = null; // a line of the log and where on the screen it stood

  const page = () => document.querySelector("[data-poll]");

  function period(at) {
    const told = Number(at.dataset.poll) * 1000;
    return Date.now() - changed > IDLE_AFTER ? Math.max(told, IDLE) : told;
  }

  function busy(at) {
    return document.hidden || touched || document.querySelector("dialog[open]") || (at.dataset.unsent || "0") !== "0";
  }

  function tick() {
    tell();
    const at = page();
    if (!at || asking || !Number(at.dataset.poll) || busy(at) || Date.now() - sent < period(at) - TICK / 2) return;
    sent = Date.now();
    if (navigator.onLine === false) { lost = true; tell(); } else at.dispatchEvent(new Event("poll"));
  }

  function soon() {
    sent = 0;
    tick();
  }

  // Nobody else need know of a poll that gives nothing to show.
  function on(name, act) {
    document.addEventListener(`htmx:${name}`, (event) => {
      const ctx = event.detail.ctx;
      if (ctx && ctx.sourceEvent && ctx.sourceEvent.type === "poll") act(ctx, event);
    }, true);
  }

  on("config:request", (ctx) => {
    asking = true;
    ctx.request.timeout = PATIENCE;
    ctx.polled = { at: sent, saved: ctx.sourceElement.dataset.saved };
  });

  on("before:response", (ctx, event) => {
    const status = ctx.response.status;
    if (status === 200 || status === 410) return;
    event.preventDefault();
    lost = status !== 304;
    if (!lost) fresh = ctx.polled.at;
    if (status === 404) gone(ctx.sourceElement);
    tell();
  });

  on("after:request", (ctx, event) => event.stopImmediatePropagation());
  on("response:error", (ctx, event) => event.stopImmediatePropagation());

  on("error", (ctx, event) => {
    event.stopImmediatePropagation();
    lost = true;
    tell();
  });

  on("finally:request", () => { asking = false; });

  // An answer that comes too late to be shown is asked for anew: the page keeps the tag of what it shows.
  on("before:swap", (ctx, event) => {
    const at = ctx.sourceElement;
    if (busy(at) || at.dataset.saved !== ctx.polled.saved) {
      event.preventDefault();
      at._htmx.ptag = ctx.request.headers["HX-PTag"];
      return;
    }
    kept = standing(at.querySelector(".log"));
  });

  on("after:swap", (ctx) => {
    if (kept && kept.line.isConnected) kept.log.scrollTop += top(kept.line) - kept.top;
    kept = null;
    changed = Date.now();
    fresh = ctx.polled.at;
    lost = false;
    tell();
  });

  function top(line) { return line.getBoundingClientRect().top; }

  // Who reads further down keeps his place when a line comes above it.
  function standing(log) {
    if (!log || !log.scrollTop) return null;
    const line = [...log.children].find((one) => top(one) >= top(log));
    return line ? { log, line, top: top(line) } : null;
  }

  function gone(at) {
    at.dataset.poll = "";
    const age = document.querySelector("[data-age]");
    if (age) age.dataset.sayLost = age.dataset.sayLostLong = age.dataset.sayGone;
  }

  function tell() {
    const age = document.querySelector("[data-age]");
    if (!age) return;
    const seconds = Math.max(0, Math.round((Date.now() - fresh) / 1000));
    const long = seconds >= 120;
    const say = age.dataset[(lost ? "sayLost" : "sayAge") + (long ? "Long" : "")];
    put(age.querySelector("[data-age-text]"), say.replace("{n}", long ? Math.floor(seconds / 60) : seconds));
    age.className = lost ? "live live-lost" : "live";
    const status = document.querySelector("[data-lost]"); // read aloud once, not every second
    if (status && !status.textContent === lost) put(status, lost ? age.textContent.trim() : "");
  }

  function put(at, text) { if (at.textContent !== text) at.textContent = text; }

  // A phone that scores no more is told so above all else.
  document.addEventListener("htmx:after:request", (event) => {
    if (event.detail.ctx.response.status !== 410) return;
    document.querySelectorAll("dialog[open]").forEach((dialog) => dialog.close());
  }, true);

  document.addEventListener("pointerdown", () => { touched = true; }, true);
  for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, () => { touched = false; }, true);
  document.addEventListener("close", () => setTimeout(soon), true);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) soon(); });
  window.addEventListener("online", soon);
  window.addEventListener("pageshow", (event) => { if (event.persisted) soon(); });
  if (page()) setInterval(tick, TICK);
})();
