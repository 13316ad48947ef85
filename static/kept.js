"use strict";
// On https a service worker keeps the app and the table for when there is no network; on plain http there is none.
// A table that comes from there says so, and asks for a fresh one as soon as the server can be reached.
{
  const AGAIN = 3000;
  const workers = navigator.serviceWorker;
  const shown = () => document.getElementById("table");

  const tell = async (part) => { // the worker knows by the path whether this is a table, which may be gone by now
    if (workers) (await workers.ready).active.postMessage({ path: location.pathname, part });
  };

  const say = () => {
    const time = new Date(Number(shown().dataset.kept));
    const told = time.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
    notice(said("sayKept").replace("{time}", told));
  };

  const freshen = async () => {
    const at = shown();
    if (!at || !at.dataset.kept) return;
    if (at.dataset.unsent === "0" && !document.hidden && !document.querySelector("dialog[open]")) {
      const answer = await fetch(document.body.dataset.worker, { cache: "no-store" }).catch(() => null);
      if (answer && answer.ok) refresh();
    }
    setTimeout(freshen, AGAIN);
  };

  // Not what was refused, nor a question that waits for its answer: the table is asked for anew.
  document.addEventListener("htmx:after:swap", (event) => {
    const { target, text, response } = event.detail.ctx;
    if (!target || target.id !== "table") return;
    tell(response.status === 200 && !text.includes("data-ask") ? text : undefined);
  });

  document.addEventListener("htmx:finally:request", (event) => {
    const { response, target, request } = event.detail.ctx;
    if (!response) return;
    if ([404, 410].includes(response.status)) tell();
    if (response.status >= 500 && request.method === "GET" && target === shown() && target.dataset.kept) say();
  });

  document.addEventListener("DOMContentLoaded", () => {
    const at = shown();
    if (at && at.dataset.kept) {
      say();
      freshen();
    }
    if (!workers) return;
    const { worker } = document.body.dataset;
    const [asked] = performance.getEntriesByType("navigation");
    if (asked && !asked.workerStart) tell(); // the page was here before the worker
    workers.register(worker, { updateViaCache: "all" }).catch(() => {});
  });
}
