"use strict";
// Each event is spoken by the phone, if that is switched on: once, when the server has it. Of what comes all at once,
// after a time without a network, the last is spoken: what went before it is on the table.
{
  const TONGUES = { "zh-hans": "zh-CN", "zh-hant": "zh-TW", en: "en-US" };
  const voices = self.speechSynthesis;

  const speak = (text) => {
    if (!voices) return;
    const said = new SpeechSynthesisUtterance(text);
    said.lang = TONGUES[document.documentElement.lang] || document.documentElement.lang;
    voices.cancel(); // whoever listens wants the newest
    voices.speak(said);
  };

  const position = () => Number((document.getElementById("table") || { dataset: {} }).dataset.saved || 0);
  let told = position();

  // After the outbox has seen to the answer, and knows whether more is to come.
  document.addEventListener("htmx:finally:request", () => {
    const now = position();
    if (now <= told) return;
    told = now;
    const { unsent, aloud } = document.getElementById("table").dataset;
    if (unsent === "0" && aloud) speak(aloud);
  });

  // A browser lets a page speak once it has been touched; on some the first words have to be said in that very touch.
  if (voices) {
    voices.getVoices(); // they load late: asked for now, they are there when something happens
    if (position()) document.addEventListener("click", () => { speak(""); }, { capture: true, once: true });
  }

  // The switch itself says a sentence, so that it is known whether this phone can speak.
  document.addEventListener("change", ({ target }) => {
    const sample = target.closest("[data-aloud-sample]");
    if (!sample || target.name !== "aloud") return;
    if (target.value) speak(sample.dataset.aloudSample); else if (voices) voices.cancel();
    sample.querySelector("[data-aloud-none]").hidden = !target.value || Boolean(voices);
  });
}
