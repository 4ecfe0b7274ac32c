// The room: its messages, its people and its table.

import { complete, say, setCommands } from "./compose.js";
import { $, boot, setWords, speak, word } from "./words.js";
import { connect, connected, note, on, press, pressAgain, send } from "./net.js";
import { focusOn, gone, messages, seen, show, tidy, toEnd } from "./chat.js";
import { askName, nameKnown, withName } from "./dialogs.js";
import { person, showPeople } from "./people.js";
import { title } from "./calling.js";
import { table } from "./table.js";

let greeted = false;

on({
  hello(data) {
    if (connected() && greeted) note(word("web.online"));
    person.me = data.me;
    takeWords(data);
    const ids = new Set(data.ids);
    for (const id of [...messages.keys()]) if (!ids.has(id)) gone(id);
    for (const message of data.messages) show(message, greeted);
    greeted = true;
    tidy();
    if (data.messages.length) toEnd();
    if (!person.me.name) askName();
    document.body.dataset.ready = "yes";
  },
  words: takeWords,
  me(data) {
    person.me = data.me;
    document.body.dataset.name = person.me.name;
    nameKnown();
  },
  name: askName,
  people(data) {
    showPeople(data.people);
  },
  message(data) {
    show(data.message, true);
    tidy();
  },
  gone(data) {
    gone(data.id);
  },
  focus(data) {
    focusOn(data.id);
  },
  busy(data) {
    $("busy").textContent = !data.on
      ? ""
      : data.share === undefined
      ? word("web.busy")
      : word("web.drawing", { n: data.share });
  },
  slow() {
    note(word("web.slow"));
  },
  failed() {
    note(word("web.failed"));
  },
  suggest(data) {
    const written = $("line").value;
    if (data.text === written) {
      complete(data.lines.map((text) => ({ text: `${written.split(" ")[0]} ${text}`, shown: text })));
    }
  },
  lost() {
    $("busy").textContent = "";
  },
  board(data) {
    table.take(data.board, data.step);
  },
  patch(data) {
    table.patch(data);
  },
  ready() {
    pressAgain(table.asked());
  },
  ways(data) {
    table.play.takeWays(data);
  },
  look(data) {
    table.looks.takeLook(data);
  },
  aids(data) {
    table.looks.takeAids(data.aids);
  },
});

function takeWords(data) {
  setWords(data.words);
  setCommands(data.commands);
  $("language").value = data.language;
  speak(data.language);
  document.body.dataset.name = person.me.name;
  const told = data.do === "words" ? data.messages : [...messages.values()].map((one) => one.data);
  for (const message of told) show(message, false);
  table.speak();
}

function openSide(open) {
  document.body.classList.toggle("side-open", open);
  $("open-side").setAttribute("aria-expanded", String(open));
}

for (const button of document.querySelectorAll("[data-say]")) {
  button.addEventListener("click", () => {
    openSide(false);
    say(button.dataset.say);
  });
}
$("open-side").addEventListener("click", () => openSide(!document.body.classList.contains("side-open")));
document.addEventListener("pointerdown", (event) => {
  if (!event.target.closest("#side, #open-side, dialog")) openSide(false);
});
$("rename").addEventListener("click", askName);
$("share").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(location.href);
    note(word("web.copied"));
  } catch {
    note(location.href);
  }
});
$("language").addEventListener("change", () => say(`/settings language ${$("language").value}`));
$("other-room").addEventListener("submit", (event) => {
  event.preventDefault();
  location.assign(`/r/${encodeURIComponent($("other-room-name").value.trim().toLowerCase())}`);
});
document.addEventListener("keydown", (event) => {
  if (
    event.key === "/" && !/^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName) &&
    !document.querySelector("dialog[open]")
  ) {
    event.preventDefault();
    table.showChat(true);
    $("line").value = "/";
    $("line").focus();
    $("line").dispatchEvent(new Event("input"));
  }
  if (event.key === "Escape") openSide(false);
});

$("room-name").textContent = boot.room;
$("watch").href = `/r/${encodeURIComponent(boot.room)}/watch`;
$("games").href = `/r/${encodeURIComponent(boot.room)}/games`;
table.ask = send;
table.press = (token, text = "", button = null) => withName(() => press(token, button, text));
window.bastide = { press, table }; // for those who look under the bonnet, and for tests
speak(boot.language);
title();
connect(() => seen.seq);
