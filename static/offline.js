"use strict";
// Without a network: the tables that the service worker has kept, each by its round and players.
{
  const list = document.querySelector("[data-kept-tables]");

  const keyOf = (path, page) => {
    const key = document.createElement("a");
    key.className = "opt";
    key.href = path;
    const title = document.createElement("span");
    title.className = "b";
    title.textContent = page.title;
    const names = document.createElement("bdi");
    names.className = "step-note";
    names.textContent = [...page.querySelectorAll("[data-seat] bdi")].map((name) => name.textContent).join("、");
    key.append(title, names);
    return key;
  };

  const fill = async () => {
    const tables = await caches.open("tables");
    for (const request of await tables.keys()) {
      const text = await (await tables.match(request)).text();
      list.prepend(keyOf(new URL(request.url).pathname, new DOMParser().parseFromString(text, "text/html")));
      list.hidden = false;
    }
  };

  if (self.caches) fill();
}
