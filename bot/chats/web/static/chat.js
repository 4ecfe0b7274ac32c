// The messages of the room: by id and place, with pictures, rows of buttons and menus.

import { $, make, word, writeRuns } from "./words.js";
import { press, send } from "./net.js";
import { person } from "./people.js";
import { askAmount, withName } from "./dialogs.js";
import { call } from "./calling.js";

const log = $("log");
const scroller = $("scroll");
export const seen = { seq: 0 };
export const messages = new Map(); // id -> {data, item}
const heard = []; // called with each new message of which the reader should know
const passed = []; // called with the id of a message that has changed or is gone

export function onHeard(listener) {
  heard.push(listener);
}
export function onPassed(listener) {
  passed.push(listener);
}

function nearEnd() {
  return scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 160;
}

export let following = true; // a reader at the end stays there, however the page grows

function lastIsShown() {
  const last = log.lastElementChild;
  return Boolean(last) && last.getBoundingClientRect().top < scroller.getBoundingClientRect().bottom - 40;
}

export function toEnd() {
  const last = log.lastElementChild;
  if (!last) return;
  if (last.offsetHeight > scroller.clientHeight) last.scrollIntoView({ block: "start" });
  else scroller.scrollTop = scroller.scrollHeight;
  following = true;
  $("newer").hidden = true;
}

export function show(data, fresh) {
  seen.seq = Math.max(seen.seq, data.seq);
  const known = messages.get(data.id);
  const item = build(data);
  const stick = following || nearEnd();
  if (known) {
    for (const listener of passed) listener(data.id);
    if (fresh) keepFigure(known, item, data);
    keepState(known.item, item);
    known.item.replaceWith(item);
  } else {
    const after = [...messages.values()].find((other) => other.data.place > data.place);
    log.insertBefore(item, after ? after.item : null);
  }
  messages.set(data.id, { data, item });
  const order = [...messages.entries()].sort((a, b) => a[1].data.place - b[1].data.place);
  messages.clear();
  for (const [id, entry] of order) messages.set(id, entry);
  if (!fresh) return;
  const called = data.notify?.includes(person.me.id);
  const answer = !known && log.querySelector("button.busy"); // to what was pressed in the chat
  const mine = data.private || data.from?.id === person.me.id || called || answer;
  if (stick || (mine && !known)) toEnd();
  else if (!known) $("newer").hidden = false;
  if (called && !data.quiet) call();
  if (!known) { for (const listener of heard) listener(data); }
  const active = document.activeElement;
  if (data.private && data.groups && active.classList.contains("busy")) {
    item.querySelector(".groups button").focus({ preventScroll: true }); // the answer to what was pressed
  } else if (called && !known && $("table").hidden && (active === document.body || active === scroller)) {
    item.focus({ preventScroll: true }); // a board asks by itself: keys that play there must not end in the chat
  }
}

function keepFigure(known, item, data) { // the same picture is not loaded again: the page does not jump
  const old = known.item.querySelector(":scope > figure");
  if (old && JSON.stringify(known.data.picture) === JSON.stringify(data.picture)) {
    item.querySelector(":scope > figure").replaceWith(old);
  }
}

function keepState(old, item) {
  const open = new Set([...old.querySelectorAll("details[open]")].map((menu) => menu.dataset.menu));
  const shut = new Set([...old.querySelectorAll("details:not([open])")].map((menu) => menu.dataset.menu));
  for (const menu of item.querySelectorAll("details")) {
    if (open.has(menu.dataset.menu)) menu.open = true;
    if (shut.has(menu.dataset.menu)) menu.open = false;
  }
  const focused = document.activeElement;
  if (old.contains(focused) && focused.dataset.token) {
    requestAnimationFrame(() => {
      const again = [...item.querySelectorAll("button")].find((button) =>
        button.dataset.token === focused.dataset.token
      );
      (again ?? item).focus({ preventScroll: true });
    });
  }
}

function build(data) {
  const item = make("li", "message");
  item.tabIndex = -1;
  item.dataset.id = data.id;
  const body = make("div", "body");
  if (data.from) {
    item.classList.add("talk");
    if (data.from.id === person.me.id) item.classList.add("own");
    const head = make("p", "from", data.from.name);
    head.prepend(person.dot(data.from.id, data.from.name));
    body.append(head);
  }
  if (data.private) {
    item.classList.add("private");
    const head = make("p", "only", word("web.private"));
    const away = make("button", "dismiss", "×");
    away.type = "button";
    away.title = word("web.dismiss");
    away.setAttribute("aria-label", word("web.dismiss"));
    away.addEventListener("click", () => {
      send({ do: "dismiss", id: data.id });
    });
    head.append(away);
    body.append(head);
  }
  const text = make("p", "text");
  writeRuns(text, data.text, person.me.id);
  body.append(text);
  const time = make(
    "time",
    "",
    new Date(data.at * 1000).toLocaleTimeString(document.documentElement.lang, {
      hour: "2-digit",
      minute: "2-digit",
      hour12: false,
    }),
  );
  time.dateTime = new Date(data.at * 1000).toISOString();
  if (data.file) {
    const link = make("a", "button", `${word("web.save")}: ${data.file.name}`);
    link.href = data.file.url;
    link.download = data.file.name;
    body.append(link);
  }
  if (data.groups) body.append(buildGroups(data));
  body.append(time);
  if (data.picture) {
    item.classList.add("pictured");
    item.append(buildFigure(data));
  }
  item.append(body);
  const ends = data.groups?.some((group) => group.choices.some((choice) => choice.token.includes(":!again")));
  if ((data.notify || data.quiet) && !ends) item.classList.add("question"); // the board shows its picture
  if (data.notify && data.groups) {
    item.classList.add(data.notify.includes(person.me.id) ? "mine" : "others");
  }
  return item;
}

function buildFigure(data) {
  const figure = make("figure");
  const frame = make("div", "frame");
  const picture = data.picture;
  const image = buildImage(picture);
  image.addEventListener("click", () => enlarge(data));
  frame.append(image, ...buildSpots(picture));
  const open = make("button", "enlarge", "⤢");
  open.type = "button";
  open.title = word("web.enlarge");
  open.setAttribute("aria-label", word("web.enlarge"));
  open.addEventListener("click", () => enlarge(data));
  figure.append(frame, open);
  return figure;
}

function buildImage(picture) {
  const both = make("picture");
  if (picture.night) {
    const dark = make("source");
    dark.media = "(prefers-color-scheme: dark)";
    dark.srcset = `${picture.url}${picture.url.includes("?") ? "&" : "?"}theme=night`;
    both.append(dark);
  }
  const image = make("img");
  image.alt = picture.alt;
  image.width = picture.width;
  image.height = picture.height;
  image.decoding = "async";
  image.loading = "lazy";
  image.src = picture.url;
  both.append(image);
  return both;
}

function buildSpots(picture) {
  return (picture.spots ?? []).map((spot) => {
    const button = make("button", "spot");
    button.type = "button";
    button.tabIndex = -1; // the same choice stands below as a button
    button.title = `${word("web.cell")} ${spot.label}`;
    button.setAttribute("aria-hidden", "true");
    const [left, top, width, height] = spot.box;
    Object.assign(button.style, {
      left: `${left}%`,
      top: `${top}%`,
      width: `${width}%`,
      height: `${height}%`,
    });
    button.addEventListener("click", () => {
      if ($("large").open) $("large").close();
      withName(() => press(spot.token, button));
    });
    return button;
  });
}

function buildGroups(data) {
  const box = make("div", "groups");
  const numbered = new Map((data.picture?.spots ?? []).map((spot) => [spot.token, spot.label]));
  for (const group of data.groups) {
    const row = make("div", "row");
    for (const choice of group.choices) row.append(buildChoice(choice, numbered.get(choice.token)));
    if (!group.menu) {
      box.append(row);
      continue;
    }
    const menu = make("details");
    menu.dataset.menu = group.menu;
    menu.open = group.choices.some((choice) => choice.style === "primary");
    menu.append(make("summary", "", group.menu), row);
    if (!box.lastElementChild?.classList.contains("menus")) box.append(make("div", "menus"));
    box.lastElementChild.append(menu);
  }
  return box;
}

// A choice that leads to another page of this server.
export function linkOf(choice) {
  const link = make("a", `button ${choice.style}`, choice.label);
  link.href = choice.address;
  return link;
}

function buildChoice(choice, number) {
  if (choice.address) return linkOf(choice);
  const button = make("button", choice.style, number ?? choice.label); // the picture shows the rest
  button.type = "button";
  button.dataset.token = choice.token;
  if (/^\d{1,3}$/.test(button.textContent)) button.classList.add("number");
  if (choice.detail) {
    button.title = choice.detail;
    button.setAttribute("aria-label", `${choice.label}, ${choice.detail}`);
  }
  button.addEventListener("click", () => {
    if (choice.amount) askAmount(choice);
    else withName(() => press(choice.token, button));
  });
  return button;
}

export function tidy() {
  $("empty").hidden = messages.size > 0;
}

function enlarge(data) {
  const frame = make("div", "frame");
  frame.append(buildImage(data.picture), ...buildSpots(data.picture));
  $("large-frame").replaceChildren(frame);
  $("large").showModal();
}

export function gone(id) {
  const item = messages.get(id)?.item;
  if (item?.contains(document.activeElement)) scroller.focus({ preventScroll: true });
  item?.remove();
  messages.delete(id);
  for (const listener of passed) listener(id);
  tidy();
}

export function focusOn(id) {
  const item = messages.get(id)?.item;
  if (item) {
    item.scrollIntoView({ block: "end" });
    item.focus({ preventScroll: true });
  }
}

log.addEventListener("load", () => {
  if (following) toEnd();
}, true); // a picture has come and made the page longer
let size = 0;
scroller.addEventListener("scroll", () => {
  if (nearEnd()) $("newer").hidden = true;
  if (scroller.clientHeight + scroller.clientWidth === size) following = nearEnd() || lastIsShown();
});
$("large-frame").addEventListener("click", (event) => {
  if (event.target.tagName === "IMG") $("large").classList.toggle("zoomed");
});
$("large").addEventListener("close", () => {
  $("large").classList.remove("zoomed");
  $("large-frame").replaceChildren();
});
new ResizeObserver(() => {
  size = scroller.clientHeight + scroller.clientWidth;
  if (following) toEnd();
}).observe(scroller);

$("newer").addEventListener("click", toEnd);
