"use strict";
// The service worker: where there is https, the app opens without a network. It keeps the files of the app and, of each
// night that this phone has been at, the table as it was last seen; no other page, and no answer to a tap. What is
// shown from here may be old: a tap on it says which position it was made on, and the server refuses it when the log
// has moved on. The server says before this what SHELL is.

const FILES = "files";
const TABLES = "tables";
const TABLE = /\/n\/[0-9a-f-]{36}\/$/;
const PATIENCE = 4000; // milliseconds in which a page that was kept waits for a newer one
const NIGHTS = 4;
const GONE = [404, 410]; // the link has been replaced, or is another phone's now

self.addEventListener("install", (event) => {
  event.waitUntil(install().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(inTurn(prune).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(event, url.pathname));
  else if (url.pathname.startsWith(SHELL.static)) event.respondWith(file(request));
});

// A page tells of each fresh table that it shows, which is an answer to a tap, or to a question whether there is more.
self.addEventListener("message", (event) => {
  const { path, part } = event.data;
  if (TABLE.test(path)) event.waitUntil(part ? renew(path, part) : look(path));
});

async function install() {
  const cache = await caches.open(FILES);
  await cache.addAll([...SHELL.files, new Request(SHELL.offline, { cache: "reload" })]);
}

// Files have their content's hash in their names: what is here is right. A page that was kept may need old ones.
async function file(request) {
  const cache = await caches.open(FILES);
  const found = await cache.match(request, { ignoreVary: true });
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

async function prune() {
  const files = await caches.open(FILES);
  const tables = await caches.open(TABLES);
  const kept = await tables.keys();
  await Promise.all(kept.slice(0, -NIGHTS).map((request) => tables.delete(request)));
  const pages = await Promise.all(kept.slice(-NIGHTS).map(async (request) => (await tables.match(request)).text()));
  const needed = (path) => SHELL.files.includes(path) || pages.some((text) => text.includes(path));
  for (const request of await files.keys()) {
    const { pathname, search } = new URL(request.url);
    if (pathname + search !== SHELL.offline && !needed(pathname)) await files.delete(request);
  }
}

async function page(event, path) {
  const asked = fetch(event.request);
  asked.catch(() => {}); // seen to below
  const kept = TABLE.test(path) && await inTurn((tables) => tables.match(path));
  if (TABLE.test(path)) event.waitUntil(asked.then((answer) => remember(path, answer.clone())).catch(() => {}));
  try {
    const answer = await (kept ? Promise.race([asked, late()]) : asked);
    if (!kept || (answer && answer.status < 500)) return answer;
  } catch {
    if (!kept) return (await caches.match(SHELL.offline, { ignoreVary: true })) || Response.error();
  }
  return kept;
}

function late() {
  return new Promise((resolve) => { setTimeout(resolve, PATIENCE, null); });
}

async function look(path) {
  const answer = await fetch(path).catch(() => null);
  if (answer) await remember(path, answer);
}

// While a table is put in the place of an older one, neither is there: who looks for it waits.
let turn = Promise.resolve();

function inTurn(work) {
  turn = turn.catch(() => {}).then(async () => work(await caches.open(TABLES)));
  return turn;
}

async function remember(path, answer) {
  if (GONE.includes(answer.status)) await inTurn((tables) => tables.delete(path));
  if (answer.status !== 200 || answer.redirected) return;
  const text = await answer.text();
  await inTurn((tables) => put(tables, path, text, answer.headers));
}

async function renew(path, part) {
  const found = await inTurn(async (tables) => {
    const kept = await tables.match(path);
    if (!kept) return false;
    const text = await kept.text();
    const [start, end] = [text.indexOf("<main"), text.lastIndexOf("</main>") + "</main>".length];
    await put(tables, path, text.slice(0, start) + part + text.slice(end), kept.headers);
    return true;
  });
  if (!found) await look(path);
}

// The newest stands last. `data-kept` tells the page that it comes from here, and since when it may be old.
async function put(tables, path, text, headers) {
  const marked = text.replace(/ data-kept="\d+"/, "").replace('id="table"', `id="table" data-kept="${Date.now()}"`);
  const told = new Headers(headers);
  for (const name of ["Content-Encoding", "Content-Length"]) told.delete(name);
  await tables.put(path, new Response(marked, { headers: told }));
  await prune();
}
