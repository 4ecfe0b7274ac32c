// The line to write in, with completion of commands.

import { $, make, word } from "./words.js";
import { note, online, send } from "./net.js";
import { withName } from "./dialogs.js";

const line = $("line");
let commands = [];

export function setCommands(found) {
  commands = found;
}

let offered = [];
let chosen = -1;
let asking = 0;

export function complete(found) {
  offered = found;
  chosen = -1;
  const list = $("completion");
  list.replaceChildren();
  offered.forEach((one, index) => {
    const item = make("li", "", one.shown);
    item.id = `completion-${index}`;
    item.setAttribute("role", "option");
    item.setAttribute("aria-selected", "false");
    if (one.detail) item.append(make("small", "", ` ${one.detail}`));
    item.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      take(index);
    });
    list.append(item);
  });
  list.hidden = offered.length === 0;
  line.setAttribute("aria-expanded", String(!list.hidden));
  line.removeAttribute("aria-activedescendant");
}

function choose(index) {
  const items = [...$("completion").children];
  items[chosen]?.setAttribute("aria-selected", "false");
  chosen = (index + items.length) % items.length;
  items[chosen].setAttribute("aria-selected", "true");
  items[chosen].scrollIntoView({ block: "nearest" });
  line.setAttribute("aria-activedescendant", items[chosen].id);
}

function take(index) {
  line.value = `${offered[index].text} `;
  complete([]);
  line.focus();
  line.dispatchEvent(new Event("input"));
}

line.addEventListener("input", () => {
  clearTimeout(asking);
  const text = line.value;
  if (!text.startsWith("/")) {
    complete([]);
  } else if (!text.includes(" ")) {
    const begun = text.slice(1).toLowerCase();
    complete(
      commands.filter((one) => one.name.startsWith(begun)).map((one) => ({
        text: `/${one.name}`,
        shown: `/${one.name}`,
        detail: one.detail,
      })),
    );
  } else {
    complete([]);
    asking = setTimeout(() => send({ do: "suggest", text }), 150);
  }
});

line.addEventListener("keydown", (event) => {
  if ($("completion").hidden) return;
  if (event.key === "ArrowDown") choose(chosen + 1);
  else if (event.key === "ArrowUp") choose(chosen < 0 ? -1 : chosen - 1);
  else if (event.key === "Escape") complete([]);
  else if (event.key === "Tab" && !event.shiftKey) take(Math.max(chosen, 0));
  else if (event.key === "Enter" && chosen >= 0) take(chosen);
  else return;
  event.preventDefault();
});

export function say(text) {
  withName(() => {
    const sent = send({ do: "say", text }, (how) => {
      if (how !== "done" && !line.value) line.value = text;
    }); // it can be sent again
    if (!sent) note(word("web.offline"));
  });
}

$("composer").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = line.value.trim();
  if (!text) return;
  if (!online()) {
    note(word("web.offline"));
    return;
  }
  complete([]);
  line.value = "";
  say(text);
});
