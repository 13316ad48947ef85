"use strict";
// What is in the outbox, in sight: the pill in the head, a line for each tap, who has won in it, and the sheets that are
// opened on top of that. The outbox itself is in outbox.js.

const SOON = 300; // milliseconds that an answer may take before a tap is shown as on its way

function said(what) {
  const at = document.querySelector("[data-say-unsent]");
  return (at && at.dataset[what]) || "";
}

function saidOf(what, count) { return said(what).replace("#", count); }

// On the page, and in the sheet that lies over it.
function notice(text) {
  const dialog = document.querySelector("dialog[open]:not(#stopped)");
  for (const line of [document.getElementById("notice"), dialog && noticeIn(dialog)]) {
    if (line) { line.textContent = text; line.hidden = !text; }
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

function make(tag, name, ...inside) {
  const made = document.createElement(tag);
  made.className = name;
  made.append(...inside);
  return made;
}

// ---- What a tap says: the title of its sheet, what is lit, its row and its cell ----

function words(part) {
  return part ? [...part.childNodes].map((node) => node.textContent.trim()).filter(Boolean).join(" ") : "";
}

function sentence(form, key, before) {
  if (form.dataset.says) return before ? words(key) : form.dataset.says;
  const sheet = form.closest(".sheet-in");
  const title = words(sheet && sheet.querySelector(".sheet-title"));
  if (form.closest("[data-ask]") && asked) return `${asked.says} · ${words(key)}`;
  if (form.querySelector(".wall")) return [title, ...states(form)].join(" · ");
  if (!key || key.name !== "cell") return [title, words(key)].filter(Boolean).join(" ");
  if (key.value === "transfer") return payment(form);
  if (key.dataset.says) return key.dataset.says;
  return [rowOf(key).dataset.says, ...lit(form), worth(key)].filter(Boolean).join(" ");
}

// 杠上 and 抢杠 are in what the row says.
function lit(form) { return [...form.querySelectorAll(".chip-on[data-flag]:not([data-flag$=_kong])")].map(words); }

function rowOf(key) {
  let part = key;
  while (!part.classList.contains("row")) part = part.previousElementSibling;
  return part;
}

function worth(key) {
  const fans = /:(\d+)$/.exec(key.value);
  return fans ? `${fans[1]}番` : "";
}

function states(form) {
  return [...form.querySelectorAll(".opt-in:checked")].map((state) => {
    let head = state.closest(".opt-cell");
    while (!head.classList.contains("wall-head")) head = head.previousElementSibling;
    return `${words(head.querySelector("bdi"))} ${words(state.parentElement.querySelector(".cell-sub, .cell-small"))}`;
  });
}

function payment(form) {
  const payees = [...form.querySelectorAll(".ticks :checked ~ bdi")].map(words).join(document.documentElement.lang === "en" ? ", " : "、");
  return `${words(form.querySelector(".h-more"))} ${payees} ${form.elements.points.value} ${form.elements.note.value}`.trim();
}

// ---- What is shown ----

function show() {
  const at = table();
  if (!at) return;
  const taps = queue();
  at.dataset.unsent = taps.length;
  const pill = at.querySelector("[data-sync]");
  if (pill) {
    pill.textContent = taps.length ? `${said("sayUnsent")} ${taps.length}` : said(lost ? "sayOff" : "saySaved");
    pill.className = taps.length || lost ? "top-unsent" : "top-sync";
    pill.onclick = explain;
  }
  const late = taps.filter(isLate);
  at.querySelectorAll("[data-waits]").forEach((mark) => mark.remove());
  at.querySelectorAll("[data-instead]").forEach((part) => {
    part.previousSibling.hidden = false;
    part.remove();
  });
  const log = at.querySelector(".log");
  if (log) late.forEach((tap) => log.prepend(lineOf(tap)));
  const play = unsentPlay([...behind, ...late]);
  showSeats(at, play);
  if (late.length) instead(at.querySelector(".last-text"), late[late.length - 1].says);
  if (play.dealt) {
    const title = at.querySelector(".top-title");
    instead(title, `${title.textContent.replace(/\d+/, (number) => Number(number) + play.dealt)} ${said("sayUnsent")}`);
    at.querySelectorAll(".seat-delta").forEach((sum) => instead(sum, "0"));
  }
  at.querySelectorAll("[data-also]").forEach((key) => key.classList.toggle("key-dead", late.length > 0));
  wake(at.querySelector("[data-undo]"), taps.length > 0, "last-undo-dead");
  wake(at.querySelector("button[data-next-round]"), late.length > 0 && play.over, "key-dead", "key-go");
}

// What is so by what is unsent, in the place of what was so.
function instead(part, text) {
  if (!part) return;
  const now = make(part.tagName, part.className, make("bdi", "", text));
  now.dataset.instead = "";
  part.after(now);
  part.hidden = true;
}

function isLate(tap) { return Date.now() - tap.time >= SOON; }

function lineOf(tap) {
  const main = make("span", "ev-main", make("span", "ev-what", make("bdi", "ev-who2", tap.says)),
    make("span", "ev-sub", tap.stop ? tap.stop.says : said(isAsked(tap) ? "sayAnswer" : "sayWaits")));
  const time = new Date(tap.time).toTimeString().slice(0, 5);
  const line = make("button", "ev ev-unsent", make("span", "ev-time", time), main, make("span", "ev-wait", said("sayUnsent")));
  line.addEventListener("click", explain);
  const item = make("li", "", line);
  item.dataset.waits = "";
  return item;
}

// Who is out of the round by what is unsent, who has made a kong, whether the round is over, and the next one has begun.
function unsentPlay(taps) {
  const play = taps.reduce((before, tap) => (tap.does === "undo" ? before.back || before : after(before, tap)),
    { out: [], konged: [], over: false, dealt: 0, back: null });
  const seats = [...document.querySelectorAll(play.dealt ? "[data-seat]" : "a[data-seat]:not([data-out])")];
  const left = seats.filter((seat) => !play.out.includes(seat.dataset.seat));
  return { ...play, over: play.over || left.length < 2 };
}

function after(play, tap) {
  if (tap.does === "next") return { out: [], konged: [], over: false, dealt: play.dealt + 1, back: play };
  const { cell = "", seat } = Object.fromEntries(tap.fields);
  const also = /^also:(.)/.exec(cell);
  const who = also ? also[1] : /^(self_draw|discard|leave)/.test(cell) ? seat : "";
  const konged = /^kong/.test(cell) ? [...play.konged, seat] : play.konged;
  return { out: who ? [...play.out, who] : play.out, konged, over: play.over || cell === "wall_out", dealt: play.dealt, back: play };
}

function showSeats(at, { out, dealt }) {
  at.querySelectorAll("[data-seat]").forEach((seat) => {
    const waits = out.includes(seat.dataset.seat);
    seat.classList.toggle("seat-won", waits || ("out" in seat.dataset && !dealt));
    const won = seat.querySelector(".tag-won");
    if (won) won.hidden = dealt;
    if (!waits) return;
    const tag = make("span", "tag-wait", said("sayWon"));
    tag.dataset.waits = "";
    seat.querySelector(".seat-top").append(tag);
  });
}

// Keys that are dead by what is written come alive by what is unsent.
function wake(key, alive, dead, live) {
  if (!key || !("dead" in key.dataset)) return;
  key.disabled = !alive;
  key.classList.toggle(dead, !alive);
  if (live) key.classList.toggle(live, alive);
}

// ---- Sheets that are opened on top of what is unsent ----

const dealt = new Map(); // the sheets of everybody as they were when a round began, for the next one

function remember() {
  const sheets = [...document.querySelectorAll("#table > dialog[data-sheet]")];
  const seats = document.querySelectorAll("a[data-seat]:not([data-out])");
  if (!document.querySelector("#table [data-event]") || !dealt.size) {
    if (seats.length === document.querySelectorAll("[data-seat]").length) {
      sheets.filter((sheet) => sheet.dataset.sheet.length === 1 || sheet.dataset.sheet === "wall_out")
        .forEach((sheet) => dealt.set(sheet.dataset.sheet, sheet.firstElementChild.cloneNode(true)));
    }
  }
}

// What is in the page was served before all that: players who are out are no rows, and prices are those of then.
function dim(dialog) {
  const taps = queue();
  if (dialog.hasAttribute("data-ask")) return;
  if (taps.some(isLate)) noticeIn(dialog).textContent = saidOf("sayBehind", taps.length);
  const { konged, out } = unsentPlay([...behind, ...taps]);
  konged.forEach((seat) => dialog.querySelectorAll(`[data-lacks="${seat}"]`).forEach(afterKong));
  out.forEach((seat) => {
    dialog.querySelectorAll(`[data-cell*=":${seat}"], [data-state^="${seat}:"] *`).forEach((key) => {
      key.disabled = true;
      if (key.matches(".cell")) key.classList.add("cell-dead");
    });
  });
}

// 杠上花, 杠上炮 after a kong that is itself unsent: it can be recorded, and what it comes to is for the server to say.
function afterKong(key) {
  key.disabled = false;
  key.dataset.cell = key.value;
  key.classList.remove("cell-dead");
  key.textContent = worth(key) || "?";
  const verb = rowOf(key).querySelector("[data-verb]");
  verb.textContent = verb.dataset.verb;
}

// What the wall comes to is for the server to say, of what is written; that everybody has a state can be seen here.
document.addEventListener("htmx:config:request", (event) => {
  const { request, sourceElement } = event.detail.ctx;
  if (request.method !== "GET" || !sourceElement.matches(".wall") || !queue().length) return;
  event.preventDefault();
  complete(sourceElement);
});

document.addEventListener("htmx:error", (event) => {
  const { ctx } = event.detail;
  if (ctx && ctx.sourceElement.matches(".wall")) complete(ctx.sourceElement);
});

function complete(wall) {
  const states = [...wall.querySelectorAll(".opt-in:enabled")];
  const open = states.some((one) => !states.some((other) => other.checked && other.name === one.name));
  const go = wall.closest("form").querySelector("[data-confirm]");
  go.disabled = open;
  go.className = open ? "go go-dead" : "go";
  if (!open) go.textContent = said("sayWall");
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-also]") && queue().length) { // the newest win would be another by then
    event.preventDefault();
    event.stopImmediatePropagation();
    notice(said("sayAlso"));
    return;
  }
  const seat = event.target.closest("#table [data-seat]");
  const opener = seat || event.target.closest('#table [data-open="wall_out"]');
  const taps = opener ? queue() : [];
  if (!taps.length) return;
  const play = unsentPlay(taps);
  const name = seat ? seat.dataset.seat : "wall_out";
  if (seat && play.out.includes(name)) notice(said("sayWonWaits"));
  else if (!play.dealt) return;
  else if (dealt.has(name)) openDealt(name);
  else notice(said("sayNeeds"));
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

function openDealt(name) {
  const old = document.querySelector(`[data-sheet="${name}"]`);
  const dialog = make("dialog", "sheet", dealt.get(name).cloneNode(true));
  dialog.dataset.sheet = name;
  if (old) old.replaceWith(dialog); else table().append(dialog);
  htmx.process(dialog);
  open(name);
}

// Pages that lie beyond the table wait until all is written; what is asked of the server while there is none says so.
document.addEventListener("click", (event) => {
  const link = event.target.closest("#table a[href]:not([hx-get]):not([role=button]):not([data-close])");
  if (!link || event.defaultPrevented || !queue().length) return;
  event.preventDefault();
  notice(saidOf("sayStay", queue().length));
});

document.addEventListener("submit", (event) => {
  if (event.target.method !== "post" || "tap" in event.target.dataset || !NIGHT || !queue().length) return;
  event.preventDefault();
  notice(saidOf("sayStay", queue().length));
}, true);

document.addEventListener("htmx:after:swap", (event) => {
  const { target } = event.detail.ctx;
  if (!target || target.id !== "table") return;
  behind = [];
  remember();
  show();
});

document.addEventListener("DOMContentLoaded", () => {
  remember();
  show();
  const [head] = queue();
  if (head && head.stop) askAbout();
});
