"use strict";
// The room: one socket, messages by id, choices that send their token back.

const $ = (id) => document.getElementById(id);
const log = $("log");
const scroller = $("scroll");
const line = $("line");
const messages = new Map(); // id -> {data, item}
const waiting = new Map(); // number of a wish -> what to do when it is done
let me = { id: "", name: "" };
let commands = [];
let socket = null;
let lastSeq = 0;
let wishes = 0;
let tries = 0;
let unseen = false;
let held = null; // a wish that waits for a name
let sound = null;
let greeted = false;
let people = []; // who is here, as last told

// -- the socket ------------------------------------------------------------------------------------

async function connect() {
  try {
    const answer = await fetch("/me", { method: "POST" });
    if (!answer.ok) throw new Error(answer.statusText);
  } catch {
    retry();
    return;
  }
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const address = `${scheme}//${location.host}/r/${encodeURIComponent(boot.room)}/socket?since=${lastSeq}&language=${boot.language}`;
  socket = new WebSocket(address);
  socket.addEventListener("message", (event) => {
    const data = JSON.parse(event.data);
    receivers[data.do]?.(data);
  });
  socket.addEventListener("close", () => {
    socket = null;
    for (const done of waiting.values()) done();
    waiting.clear();
    $("busy").textContent = "";
    retry();
  });
}

function retry() {
  $("status").textContent = word("web.offline");
  document.body.classList.add("offline");
  tries += 1;
  const pause = Math.min(8000, 300 * 2 ** Math.min(tries, 6)) * (0.75 + Math.random() / 2);
  setTimeout(connect, pause);
}

function send(data, done = () => {}) {
  if (socket === null || socket.readyState !== WebSocket.OPEN) {
    done();
    return false;
  }
  wishes += 1;
  waiting.set(wishes, done);
  socket.send(JSON.stringify({ ...data, n: wishes }));
  return true;
}

function note(text) {
  $("status").textContent = text;
  setTimeout(() => { if (socket && $("status").textContent === text) $("status").textContent = ""; }, 4000);
}

function finish(number) {
  waiting.get(number)?.();
  waiting.delete(number);
}

const receivers = {
  hello(data) {
    tries = 0;
    if (document.body.classList.contains("offline")) {
      document.body.classList.remove("offline");
      note(greeted ? word("web.online") : "");
    }
    me = data.me;
    receivers.words(data);
    const ids = new Set(data.ids);
    for (const id of [...messages.keys()]) if (!ids.has(id)) receivers.gone({ id });
    for (const message of data.messages) show(message, greeted);
    greeted = true;
    tidy();
    if (data.messages.length) toEnd();
    if (!me.name) askName();
    document.body.dataset.ready = "yes";
  },
  words(data) {
    words = data.words;
    commands = data.commands;
    $("language").value = data.language;
    speak(data.language);
    receivers.me({ me });
    receivers.people({ people });
    for (const { data: message } of [...messages.values()]) show(message, false);
  },
  me(data) {
    me = data.me;
    document.body.dataset.name = me.name;
    if (me.name && held) {
      const wish = held;
      held = null;
      wish();
    }
  },
  name() { askName(); },
  people(data) {
    people = data.people;
    const list = $("people");
    list.replaceChildren();
    for (const person of data.people) {
      const item = make("li", "", person.name);
      item.prepend(dot(person.id));
      if (person.id === me.id) item.append(make("small", "", ` (${word("web.you")})`));
      list.append(item);
    }
    if (!data.people.length) list.append(make("li", "soft", word("web.nobody")));
  },
  message(data) { show(data.message, true); tidy(); },
  gone(data) {
    const item = messages.get(data.id)?.item;
    if (item?.contains(document.activeElement)) scroller.focus({ preventScroll: true });
    item?.remove();
    messages.delete(data.id);
    tidy();
  },
  focus(data) {
    const item = messages.get(data.id)?.item;
    if (item) {
      item.scrollIntoView({ block: "end" });
      item.focus({ preventScroll: true });
    }
  },
  busy(data) { $("busy").textContent = data.on ? word("web.busy") : ""; },
  slow(data) {
    finish(data.n);
    note(word("web.slow"));
  },
  failed() { note(word("web.failed")); },
  done(data) { finish(data.n); },
  suggest(data) { if (data.text === line.value) complete(data.lines.map((text) => ({ text: `${line.value.split(" ")[0]} ${text}`, shown: text }))); },
};

// -- messages --------------------------------------------------------------------------------------

function dot(id) {
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + letter.codePointAt(0)) % 997;
  const mark = make("span", `dot c${sum % 6}`);
  mark.setAttribute("aria-hidden", "true");
  return mark;
}

function nearEnd() {
  return scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 160;
}

let following = true; // somebody who reads the end stays there, however the page grows

function lastIsShown() {
  const last = log.lastElementChild;
  return Boolean(last) && last.getBoundingClientRect().top < scroller.getBoundingClientRect().bottom - 40;
}

function toEnd() {
  const last = log.lastElementChild;
  if (!last) return;
  if (last.offsetHeight > scroller.clientHeight) last.scrollIntoView({ block: "start" });
  else scroller.scrollTop = scroller.scrollHeight;
  following = true;
  $("newer").hidden = true;
}

function show(data, fresh) {
  lastSeq = Math.max(lastSeq, data.seq);
  const known = messages.get(data.id);
  const item = build(data);
  const stick = following || nearEnd();
  if (known) {
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
  const called = data.notify?.includes(me.id);
  const mine = data.private || data.from?.id === me.id || called;
  if (stick || (mine && !known)) toEnd();
  else if (!known) $("newer").hidden = false;
  if (called && !data.quiet) call();
  const active = document.activeElement;
  if (data.private && data.groups && active.classList.contains("busy")) {
    item.querySelector(".groups button").focus({ preventScroll: true }); // the answer to what was pressed
  } else if (called && !known && (active === document.body || active === scroller)) {
    item.focus({ preventScroll: true });
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
      const again = [...item.querySelectorAll("button")].find((button) => button.dataset.token === focused.dataset.token);
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
    if (data.from.id === me.id) item.classList.add("own");
    const head = make("p", "from", data.from.name);
    head.prepend(dot(data.from.id));
    body.append(head);
  }
  if (data.private) {
    item.classList.add("private");
    const head = make("p", "only", word("web.private"));
    const away = make("button", "dismiss", "×");
    away.type = "button";
    away.title = word("web.dismiss");
    away.setAttribute("aria-label", word("web.dismiss"));
    away.addEventListener("click", () => { send({ do: "dismiss", id: data.id }); });
    head.append(away);
    body.append(head);
  }
  const text = make("p", "text");
  writeRuns(text, data.text, me.id);
  body.append(text);
  const time = make("time", "", new Date(data.at * 1000).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hour12: false }));
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
  if (data.notify && data.groups) {
    item.classList.add(data.notify.includes(me.id) ? "mine" : "others");
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
    dark.srcset = `${picture.url}?theme=night`;
    both.append(dark);
  }
  const image = make("img");
  image.alt = picture.alt;
  image.width = picture.width;
  image.height = picture.height;
  image.decoding = "async";
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
    Object.assign(button.style, { left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` });
    button.addEventListener("click", () => {
      if ($("large").open) $("large").close();
      press(spot.token, button);
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

function buildChoice(choice, number) {
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
    else press(choice.token, button);
  });
  return button;
}

function press(token, button = null, text = "") {
  if (button?.classList.contains("busy")) return; // a second tap means the same; disabled, it would lose the focus
  withName(() => {
    button?.classList.add("busy");
    button?.setAttribute("aria-disabled", "true");
    send({ do: "press", token, text }, () => {
      button?.classList.remove("busy");
      button?.removeAttribute("aria-disabled");
    });
  });
}

function tidy() {
  $("empty").hidden = messages.size > 0;
}

function enlarge(data) {
  const frame = make("div", "frame");
  frame.append(buildImage(data.picture), ...buildSpots(data.picture));
  $("large-frame").replaceChildren(frame);
  $("large").showModal();
}

// -- calling ---------------------------------------------------------------------------------------

function call() {
  if (document.hidden || !document.hasFocus()) {
    unseen = true;
    title();
  }
  if ($("sound").checked) ring();
}

function title() {
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

// -- asking ----------------------------------------------------------------------------------------

function withName(wish) {
  if (me.name) {
    wish();
  } else {
    held = wish;
    askName();
  }
}

function askName() {
  $("name").value = me.name;
  if (!$("name-dialog").open) $("name-dialog").showModal();
}

$("name-dialog").addEventListener("close", () => {
  const name = $("name").value.trim();
  if ($("name-dialog").returnValue === "ok" && name) send({ do: "name", name });
  else held = null;
  $("name-dialog").returnValue = "";
  if (matchMedia("(pointer: fine)").matches) line.focus({ preventScroll: true });
});
$("name-cancel").addEventListener("click", () => $("name-dialog").close());

let amountOf = null;
function askAmount(choice) {
  amountOf = choice;
  const { least, most, title: asked } = choice.amount;
  $("amount-title").textContent = asked;
  $("amount-range").textContent = `${least} – ${most}`;
  Object.assign($("amount"), { min: least, max: most, value: least });
  $("amount-dialog").showModal();
  $("amount").select();
}
$("amount-dialog").addEventListener("close", () => {
  if ($("amount-dialog").returnValue === "ok" && amountOf) press(amountOf.token, null, $("amount").value);
  $("amount-dialog").returnValue = "";
  amountOf = null;
});
$("amount-cancel").addEventListener("click", () => $("amount-dialog").close());

// -- writing, with completion ------------------------------------------------------------------------

let offered = [];
let chosen = -1;
let asking = 0;

function complete(found) {
  offered = found.slice(0, 25);
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
    complete(commands.filter((one) => one.name.startsWith(begun)).map((one) => ({ text: `/${one.name}`, shown: `/${one.name}`, detail: one.detail })));
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

function say(text) {
  withName(() => send({ do: "say", text }));
}

$("composer").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = line.value.trim();
  if (!text || socket === null) return;
  complete([]);
  line.value = "";
  say(text);
});

// -- the rest of the page ----------------------------------------------------------------------------

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
$("newer").addEventListener("click", toEnd);
log.addEventListener("load", () => { if (following) toEnd(); }, true); // a picture has come and made the page longer
let size = 0;
scroller.addEventListener("scroll", () => {
  if (nearEnd()) $("newer").hidden = true;
  if (scroller.clientHeight + scroller.clientWidth === size) following = nearEnd() || lastIsShown();
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
$("large-frame").addEventListener("click", (event) => { if (event.target.tagName === "IMG") $("large").classList.toggle("zoomed"); });
$("large").addEventListener("close", () => { $("large").classList.remove("zoomed"); $("large-frame").replaceChildren(); });
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && !/^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName) && !document.querySelector("dialog[open]")) {
    event.preventDefault();
    line.value = "/";
    line.focus();
    line.dispatchEvent(new Event("input"));
  }
  if (event.key === "Escape") openSide(false);
});
try { $("sound").checked = localStorage.getItem("sound") === "on"; } catch { /* no storage: it stays off */ }
$("sound").addEventListener("change", () => {
  try { localStorage.setItem("sound", $("sound").checked ? "on" : "off"); } catch { /* it is forgotten */ }
  if ($("sound").checked) ring();
});
new ResizeObserver(() => {
  size = scroller.clientHeight + scroller.clientWidth;
  if (following) toEnd();
}).observe(scroller);

$("room-name").textContent = boot.room;
$("watch").href = `/r/${encodeURIComponent(boot.room)}/watch`;
$("games").href = `/r/${encodeURIComponent(boot.room)}/games`;
speak(boot.language);
title();
connect();
