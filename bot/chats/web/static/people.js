// Who is in the room, and in which colours.

import { $, make, word } from "./words.js";

export const person = { me: { id: "", name: "" }, dot };
const seats = { names: [], colours: [] }; // of the game that is shown
let people = [];

function dot(id, name = "") {
  const mark = make("span", "dot");
  mark.setAttribute("aria-hidden", "true");
  const shown = name || people.find((one) => one.id === id)?.name;
  const seat = seats.names.indexOf(shown);
  if (seat >= 0) mark.style.background = seats.colours[seat];
  return mark;
}

export function setSeats(names, colours) {
  if (String([names, colours]) === String([seats.names, seats.colours])) return;
  Object.assign(seats, { names, colours });
  showPeople(people);
}

export function showPeople(found) {
  people = found;
  const list = $("people");
  list.replaceChildren();
  for (const one of people) {
    const item = make("li", "", one.name);
    item.prepend(dot(one.id, one.name));
    if (one.id === person.me.id) item.append(make("small", "", ` (${word("web.you")})`));
    list.append(item);
  }
  if (!people.length) list.append(make("li", "soft", word("web.nobody")));
}
