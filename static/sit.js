"use strict";
// Who sits where: a seat is had by one. Who is given a seat that somebody has, changes places with him; a seat that
// becomes empty is taken by who has waited longest. Without a script the first is told by hand, the second done when
// the form is sent.
(() => {
  const form = document.querySelector("[data-sit]");
  if (!form) return;
  const SEATS = ["A", "B", "C", "D"];
  const chosen = {};
  const radios = () => form.querySelectorAll('[name^="place-"]');
  const remember = () => radios().forEach((radio) => radio.checked && (chosen[radio.name] = radio.value));

  const waits = (radio) =>
    radio.checked && radio.defaultChecked && radio.value === "rest" && (radio.name !== "place-new" || form.elements.new.value.trim());

  form.addEventListener("change", ({ target }) => {
    if (!target.name.startsWith("place-")) return;
    const before = chosen[target.name];
    const other = [...radios()].find((one) => one.checked && one.value === target.value && one !== target);
    if (SEATS.includes(target.value) && other) {
      const free = form.querySelector(`[name="${other.name}"][value="${before === "gone" ? "rest" : before}"]`);
      if (free) free.checked = true;
    } else if (SEATS.includes(before) && !SEATS.includes(target.value)) {
      const comes = [...radios()].find((one) => waits(one) && one.name !== target.name);
      if (comes) form.querySelector(`[name="${comes.name}"][value="${before}"]`).checked = true;
    }
    remember();
  });
  window.addEventListener("pageshow", remember);
  remember();
})();
