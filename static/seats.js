"use strict";
// Who sits where: the four names around a square table. Dragged onto another, or tapped one after the other, two change
// places; whoever deals goes on dealing from the new one. Without a script the names are typed in order.
(() => {
  const form = document.querySelector("[data-new-night]");
  const around = form && form.querySelector("[data-around]");
  if (!around) return;
  const places = [...around.querySelectorAll("[data-place]")];
  const says = around.querySelector("[role=status]");
  const name = (place) => form.elements.namedItem(`name-${place.dataset.place}`);
  const deals = (place) => form.querySelector(`[name=dealer][value=${place.dataset.place}]`);
  const FAR = 8; // pixels from which a tap is a drag
  let picked = null;
  let drag = null;

  const show = () => {
    places.forEach((place) => {
      const text = name(place).value.trim();
      place.querySelector("bdi").textContent = text;
      place.querySelector(".tag-dealer").hidden = !deals(place).checked;
      place.disabled = !text;
      place.setAttribute("aria-pressed", place === picked);
      place.classList.toggle("around-over", !!drag && place === drag.over);
    });
  };

  const change = (one, other) => {
    const [first, second] = [name(one), name(other)];
    const dealer = [one, other].find((place) => deals(place).checked);
    [first.value, second.value] = [second.value, first.value];
    if (dealer) deals(dealer === one ? other : one).checked = true;
    says.textContent = around.dataset.says.replace("{one}", second.value).replace("{other}", first.value);
  };

  const letGo = () => {
    if (drag) drag.place.removeAttribute("style");
    drag = null;
    show();
  };

  around.addEventListener("pointerdown", (event) => {
    const place = event.target.closest("[data-place]");
    if (!place || place.disabled || !event.isPrimary) return;
    drag = { place, x: event.clientX, y: event.clientY, over: null, moved: false };
    place.setPointerCapture(event.pointerId);
  });

  around.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    drag.moved = drag.moved || Math.hypot(x, y) > FAR;
    if (!drag.moved) return;
    picked = null;
    drag.place.style.transform = `translate(${x}px, ${y}px)`;
    drag.over = places.find((place) => place !== drag.place && !place.disabled && holds(place, event)) || null;
    show();
  });

  const holds = (place, { clientX, clientY }) => {
    const { left, right, top, bottom } = place.getBoundingClientRect();
    return clientX > left && clientX < right && clientY > top && clientY < bottom;
  };

  around.addEventListener("pointerup", () => {
    if (drag && drag.over) change(drag.place, drag.over);
    around.dataset.dragged = drag && drag.moved ? "1" : "";
    letGo();
  });
  around.addEventListener("pointercancel", letGo);

  // A tap, or Enter on a keyboard: the first picks a place up, the second puts it down.
  around.addEventListener("click", (event) => {
    const place = event.target.closest("[data-place]");
    const dragged = around.dataset.dragged;
    around.dataset.dragged = "";
    if (!place || dragged) return;
    if (picked && picked !== place) change(picked, place);
    picked = picked ? null : place;
    show();
  });

  around.hidden = false;
  form.addEventListener("input", show);
  form.addEventListener("click", show);
  window.addEventListener("pageshow", show);
  show();
})();
