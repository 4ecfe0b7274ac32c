// Calls the reader when it is their turn: in the title, and with a sound if they want one.

import { $, boot, word } from "./words.js";

let unseen = false;
let sound = null;

export function call() {
  if (document.hidden || !document.hasFocus()) {
    unseen = true;
    title();
  }
  if ($("sound").checked) ring();
}

export function title() {
  const name = `${boot.room} · Bastide`;
  document.title = unseen ? `● ${word("web.your_turn")} ${name}` : name;
}

function ring() {
  sound ??= new AudioContext();
  for (const [delay, pitch] of [[0, 659], [0.14, 880]]) {
    const tone = sound.createOscillator();
    const loudness = sound.createGain();
    const start = sound.currentTime + delay;
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.0001, start);
    loudness.gain.exponentialRampToValueAtTime(0.2, start + 0.02);
    loudness.gain.exponentialRampToValueAtTime(0.0001, start + 0.4);
    tone.connect(loudness).connect(sound.destination);
    tone.start(start);
    tone.stop(start + 0.45);
  }
}

for (const event of ["focus", "visibilitychange"]) {
  (event === "focus" ? window : document).addEventListener(event, () => {
    if (!document.hidden) {
      unseen = false;
      title();
    }
  });
}

try {
  $("sound").checked = localStorage.getItem("sound") === "on";
} catch { /* no storage: it stays off */ }
$("sound").addEventListener("change", () => {
  try {
    localStorage.setItem("sound", $("sound").checked ? "on" : "off");
  } catch { /* it is forgotten */ }
  if ($("sound").checked) ring();
});
