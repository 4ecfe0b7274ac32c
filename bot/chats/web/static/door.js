// The live board of a chat's table, opened as a Mini App of Telegram or an Activity of Discord.

import { $, boot, make, setWords, speak, word } from "./words.js";
import { connect, connected, note, on, press, pressAgain, send, way } from "./net.js";
import { person } from "./people.js";
import { table } from "./table.js";
import { telegram } from "./telegram.js";
import { discord } from "./discord.js";

const platform = { telegram, discord }[boot.door];
const STORED = `bastide.ticket.${boot.door}.${location.search}${location.hash}`; // each launch has its own
const HOLD = new Promise(() => {}); // nothing more can be done until the page is opened again
let ticket = "";
let greeted = false;

try {
  ticket = sessionStorage.getItem(STORED) ?? "";
} catch { /* no storage: each load asks anew */ }

async function enter() {
  const shown = await platform.credentials();
  if (!shown) return stay();
  const answer = await fetch(`/app/${boot.door}/enter`, { method: "POST", body: JSON.stringify(shown) });
  if (answer.status === 403) return stay();
  if (answer.ok) keep((await answer.json()).ticket);
  return answer;
}

function keep(found) {
  ticket = found;
  try {
    sessionStorage.setItem(STORED, ticket);
  } catch { /* a reload asks anew */ }
}

function stay() {
  say("web.door.again");
  return HOLD;
}

function say(key) {
  $("nothing").textContent = key ? word(key) : "";
  $("nothing").hidden = !key;
}

way.knock = async () => {
  if (!ticket) {
    const answer = await enter();
    if (!answer.ok) return answer;
  }
  way.first = JSON.stringify({ do: "enter", ticket });
  table.history.asking = { headers: { Authorization: `Bearer ${ticket}` } };
  return { ok: true };
};
way.address = () => `/app/${boot.door}/socket`;
way.refused = () => keep("");

on({
  hello(data) {
    if (connected() && greeted) note(word("web.online"));
    greeted = true;
    person.me = data.me;
    setWords(data.words);
    speak(data.language);
    table.speak();
    document.body.dataset.ready = "yes";
  },
  board(data) {
    say("");
    table.take(data.board, data.step);
  },
  patch(data) {
    table.patch(data);
  },
  ready() {
    pressAgain(table.asked());
  },
  none() {
    if (!table.data) say("web.door.none");
  },
  message(data) {
    table.toast(data.message, (data.message.groups ?? []).flatMap((group) => group.choices).slice(0, 4));
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
  slow() {
    note(word("web.slow"));
  },
  failed() {
    note(word("web.failed"));
  },
});

// The chat is behind the page: in its place the page has the moves.
const showChat = table.showChat.bind(table);
table.showChat = (open) => {
  showChat(open && Boolean(table.data));
  table.tab(document.body.classList.contains("chat-open") ? "moves" : "chat");
};

const heading = make("h1", "unseen", "Bastide"); // the room's own is not shown here
const nothing = make("p", "nothing");
nothing.id = "nothing";
nothing.setAttribute("role", "status");
nothing.hidden = true;
document.querySelector("main").prepend(heading, nothing);
table.history.base = `/app/${boot.door}/story`;
table.ask = send;
table.press = (token, text = "", button = null) => press(token, button, text);
window.bastide = { press, table };
$("open-chat").dataset.label = "watch.history";
speak(boot.language);
document.title = "Bastide";
platform.begin();
connect();
