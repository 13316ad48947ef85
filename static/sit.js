"use strict";
// Who sits where: a seat is had by one. Who is given a seat that somebody has, changes places with him. Without a
// script both are told by hand.
(() => {
  const form = document.querySelector("[data-sit]");
  if (!form) return;
  const SEATS = ["A", "B", "C", "D"];
  const chosen = {};
  const radios = () => form.querySelectorAll('[name^="place-"]');
  const remember = () => radios().forEach((radio) => radio.checked && (chosen[radio.name] = radio.value));

  form.addEventListener("change", ({ target }) => {
    if (!target.name.startsWith("place-")) return;
    const before = chosen[target.name];
    const other = [...radios()].find((one) => one.checked && one.value === target.value && one !== target);
    if (SEATS.includes(target.value) && other) {
      const free = form.querySelector(`[name="${other.name}"][value="${before === "gone" ? "rest" : before}"]`);
      if (free) free.checked = true;
    }
    remember();
  });
  window.addEventListener("pageshow", remember);
  remember();
})();
