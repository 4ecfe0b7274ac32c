// One socket: requests with numbers, frames by name, and a heartbeat that notices a dead connection.

import { $, boot, word } from "./words.js";
import { afterTap } from "./hand.js";

const BEAT = 1500; // milliseconds between two signs of life
const SILENCE = 4200; // without a frame for so long, the page says that the connection is away
const DEAD = 12000; // and after so long it opens another one
const OPENING = 30000; // unless it is being opened
const waiting = new Map(); // number of a request -> what to do when it is done
const receivers = {};
const kept = new Map(); // token -> its press, until it is answered
let unanswered = []; // presses of a lost connection
let socket = null;
let requests = 0;
let tries = 0;
let heard = 0;
let since = () => 0;

export const way = { // how the page gets in; a page that was opened from a chat has another
  knock: () => fetch("/me", { method: "POST", signal: AbortSignal.timeout(OPENING) }),
  address: () => `/r/${encodeURIComponent(boot.room)}/socket?since=${since()}&language=${boot.language}`,
  first: "", // what the socket sends first
  refused() {}, // called when that was not good enough
};

export function on(frames) {
  Object.assign(receivers, frames);
}

export function online() {
  return socket !== null && socket.readyState === WebSocket.OPEN &&
    !document.body.classList.contains("offline");
}

export async function connect(lastSeen = since) {
  since = lastSeen;
  try {
    const answer = await way.knock();
    if (!answer.ok) throw new Error(answer.statusText);
  } catch {
    retry();
    return;
  }
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const opened = new WebSocket(`${scheme}//${location.host}${way.address()}`);
  socket = opened;
  heard = Date.now();
  if (way.first) opened.addEventListener("open", () => opened.send(way.first));
  opened.addEventListener("message", (event) => {
    if (socket !== opened) return;
    heard = Date.now();
    const data = JSON.parse(event.data);
    if (data.do === "pong") back();
    else {afterTap(() => {
        if (socket === opened) receive(data);
      });}
  });
  opened.addEventListener("close", (event) => {
    if (event.code === 4403) way.refused();
    lost(opened);
  });
}

function receive(data) {
  if (data.do === "done" || data.do === "slow") finish(data);
  receivers[data.do]?.(data);
}

function lost(which) {
  if (socket !== which) return;
  socket = null;
  for (const { done } of waiting.values()) done();
  waiting.clear();
  receivers.lost?.();
  retry();
}

function away() {
  $("status").textContent = word("web.offline");
  document.body.classList.add("offline");
}

function retry() {
  away();
  tries += 1;
  const pause = Math.min(8000, 300 * 2 ** Math.min(tries, 6)) * (0.75 + Math.random() / 2);
  setTimeout(connect, pause);
}

let beaten = Date.now();
setInterval(() => {
  const late = Date.now() - beaten - BEAT; // the page itself was held up: what has come meanwhile is not read yet
  beaten = Date.now();
  if (late > BEAT && late < OPENING) heard += late;
  if (socket === null) return;
  const silent = Date.now() - heard;
  const open = socket.readyState === WebSocket.OPEN;
  if (silent > (open ? DEAD : OPENING)) {
    const dead = socket;
    dead.close();
    lost(dead); // a dead connection does not say that it is closed
  } else if (silent > SILENCE) {
    away();
  }
  if (socket?.readyState === WebSocket.OPEN) socket.send('{"do":"ping"}');
}, BEAT);
addEventListener("offline", () => {
  if (socket) lost(socket);
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) heard = Math.max(heard, Date.now() - SILENCE + BEAT);
});

// A sign of life: the connection is there, or there again.
function back() {
  const again = document.body.classList.contains("offline");
  document.body.classList.remove("offline");
  if (again) $("status").textContent = "";
  return again;
}

export function connected() {
  tries = 0;
  unanswered = [...kept];
  kept.clear();
  return back();
}

export function send(data, done = () => {}) {
  if (socket === null || socket.readyState !== WebSocket.OPEN) {
    done();
    return false;
  }
  requests += 1;
  waiting.set(requests, { done, data });
  socket.send(JSON.stringify({ ...data, n: requests }));
  return true;
}

function finish(data) {
  const wish = waiting.get(data.n);
  waiting.delete(data.n);
  if (wish?.data.do === "press") kept.delete(wish.data.token);
  wish?.done(data.do);
}

// Whether an answer to something of this kind is still to come.
export function awaited(what) {
  return [...waiting.values()].some(({ data }) => data.do === what);
}

export function note(text) {
  $("status").textContent = text;
  setTimeout(() => {
    if (socket && $("status").textContent === text) $("status").textContent = "";
  }, 4000);
}

// -- presses: none is lost silently --------------------------------------------------------------------

export function press(token, button = null, text = "") {
  if (button?.classList.contains("busy")) return; // a second tap means the same; disabled, it would lose the focus
  button?.classList.add("busy");
  button?.setAttribute("aria-disabled", "true");
  kept.set(token, text);
  const sent = send({ do: "press", token, text }, () => {
    button?.classList.remove("busy");
    button?.removeAttribute("aria-disabled");
  });
  if (!sent) note(word("web.unsent"));
}

// After a lost connection: a press that still answers the open question is sent again; others are named.
export function pressAgain(asked) {
  const tokens = unanswered;
  unanswered = [];
  for (const [token, text] of tokens) {
    if (asked && token.startsWith(`${asked.game}:${asked.stamp}:`)) {
      kept.set(token, text);
      send({ do: "press", token, text });
    } else if (token.includes(":!")) {
      note(word("web.not_sent"));
    }
  }
}
