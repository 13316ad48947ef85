"use strict";
// The form that starts a night, made quicker: everything here works without a script as well.
(() => {
  const form = document.querySelector("[data-new-night]");
  if (!form) return;
  const field = (name) => form.elements.namedItem(name);
  const chairs = ["A", "B", "C", "D"].map((letter) => field("name-" + letter));
  const waiting = form.querySelector("[data-waiting]");
  const names = [...chairs, ...waiting.querySelectorAll('[name^="rest-"]')];

  if (!field("zone").value) {
    field("zone").value = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
  }

  // Who played last: a tap seats them in the next empty place, where they wait for one once all four are taken, or
  // takes them out of theirs.
  const people = form.querySelector("[data-people]");
  const showSeated = () => {
    const seated = names.map((input) => input.value.trim());
    for (const key of people ? people.children : []) {
      const on = seated.includes(key.dataset.name);
      key.classList.toggle("person-on", on);
      key.setAttribute("aria-pressed", on);
    }
  };
  if (people) {
    people.hidden = false;
    people.addEventListener("click", (event) => {
      const key = event.target.closest("[data-name]");
      if (!key) return;
      const seat = names.find((input) => input.value.trim() === key.dataset.name);
      const empty = names.find((input) => !input.value.trim());
      if (seat) seat.value = "";
      else if (empty) empty.value = key.dataset.name;
      if (empty && !seat && !chairs.includes(empty)) waiting.open = true;
      showSeated();
    });
    form.addEventListener("input", showSeated);
    window.addEventListener("pageshow", showSeated);
    showSeated();
  }

  // The rule set that is chosen, in one line; tapped, it opens the list of all.
  const preset = field("preset");
  const now = form.querySelector("[data-says-now]");
  const showRules = () => {
    now.textContent = preset.selectedOptions[0].dataset.says + " ›";
  };
  preset.addEventListener("change", showRules);
  window.addEventListener("pageshow", showRules);
  showRules();

  // A base that is typed puts out the keys beside it, and the other way round.
  const other = field("base-other");
  const keys = form.querySelectorAll('input[name="base"]');
  other.addEventListener("input", () => {
    keys.forEach((key) => (key.checked = !other.value && !key.value));
  });
  keys.forEach((key) => key.addEventListener("change", () => (other.value = "")));
})();
