// Calls the reader when it is their turn: in the title, and with a sound if they want one.

import { $ } from "./elements.js";
import { word } from "./words.js";

const NOTES = [[0, 659], [0.14, 880]]; // seconds, hertz

export class Notifications {
  unseen = false;
  /** @type {AudioContext | null} */
  audio = null;

  /** @param {string} room */
  constructor(room) {
    this.room = room;
    this.sound = $("sound", HTMLInputElement);
    addEventListener("focus", () => this.onSeen());
    document.addEventListener("visibilitychange", () => this.onSeen());
    this.sound.checked = stored() === "on";
    this.sound.addEventListener("change", () => {
      store(this.sound.checked ? "on" : "off");
      if (this.sound.checked) this.ring();
    });
  }

  call() {
    if (document.hidden || !document.hasFocus()) {
      this.unseen = true;
      this.title();
    }
    if (this.sound.checked) this.ring();
  }

  onSeen() {
    if (document.hidden) return;
    this.unseen = false;
    this.title();
  }

  title() {
    const name = `${this.room} · Bastide`;
    document.title = this.unseen ? `● ${word("web.your_turn")} ${name}` : name;
  }

  ring() {
    this.audio ??= new AudioContext();
    for (const [delay, pitch] of NOTES) tone(this.audio, this.audio.currentTime + delay, pitch);
  }
}

/**
 * @param {AudioContext} audio
 * @param {number} start
 * @param {number} pitch
 */
function tone(audio, start, pitch) {
  const source = audio.createOscillator();
  const loudness = audio.createGain();
  source.frequency.value = pitch;
  loudness.gain.setValueAtTime(0.0001, start);
  loudness.gain.exponentialRampToValueAtTime(0.2, start + 0.02);
  loudness.gain.exponentialRampToValueAtTime(0.0001, start + 0.4);
  source.connect(loudness).connect(audio.destination);
  source.start(start);
  source.stop(start + 0.45);
}

function stored() {
  try {
    return localStorage.getItem("sound");
  } catch {
    return null; // no storage: it stays off
  }
}

/** @param {string} wish */
function store(wish) {
  try {
    localStorage.setItem("sound", wish);
  } catch { /* it is forgotten */ }
}
