// One connection: requests, answers, a socket that dies, presses that come through all the same.

import { equal, ok } from "./assert.js";
import { Connection } from "../../../../../bot/chats/web/static/net.js";
import { Clock } from "./stand_ins.js";

/** @typedef {Record<string, unknown>} Frame */

class Socket extends EventTarget {
  static OPEN = 1;
  /** @type {Socket[]} */
  static all = [];
  readyState = Socket.OPEN;
  /** @type {Frame[]} */
  sent = [];

  /** @param {string} address */
  constructor(address) {
    super();
    this.address = address;
    Socket.all.push(this);
  }

  /** @param {string} text */
  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close(code = 1006) {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event("close"), { code }));
  }

  /** @param {Frame} frame */
  say(frame) {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(frame) }));
  }
}

Object.assign(globalThis, { WebSocket: Socket });
Object.defineProperty(globalThis, "location", { value: { protocol: "https:", host: "play.example.org" } });

class Status {
  isAway = false;
  /** @type {string[]} */
  notes = [];

  away() {
    this.isAway = true;
  }

  back() {
    this.isAway = false;
  }

  /** @param {string} text */
  note(text) {
    this.notes.push(text);
  }
}

/** @param {{ok?: boolean, first?: string, refused?: () => void}} how */
async function connected({ ok: comesIn = true, first = "", refused = () => {} } = {}) {
  Socket.all = [];
  const status = new Status();
  const transport = {
    authenticate: () => Promise.resolve({ ok: comesIn }),
    address: () => "/r/tower/socket",
    first: () => first,
    refused,
  };
  const taps = { afterTap: (/** @type {() => void} */ doing) => doing() };
  /** @type {Frame[]} */
  const heard = [];
  const connection = new Connection(transport, /** @type {any} */ (status), /** @type {any} */ (taps));
  connection.receivers = { board: (frame) => heard.push(frame), lost: () => heard.push({ do: "lost" }) };
  await connection.connect();
  return { connection, heard, status };
}

const newest = () => Socket.all[Socket.all.length - 1];

/**
 * It is time to connect again.
 * @param {Clock} clock
 */
async function again(clock) {
  clock.ring();
  await Promise.resolve();
  await Promise.resolve();
}

Deno.test("requests are numbered, and their answers find them", async () => {
  const { connection } = await connected();
  /** @type {unknown[]} */
  const done = [];
  connection.send({ do: "aids" }, (how) => done.push(["aids", how]));
  connection.send({ do: "board" }, (how) => done.push(["board", how]));
  equal(newest().sent, [{ do: "aids", n: 1 }, { do: "board", n: 2 }]);
  ok(connection.awaits("board"));
  newest().say({ do: "slow", n: 2 });
  newest().say({ do: "done", n: 1 });
  equal(done, [["board", "slow"], ["aids", "done"]]);
  equal(connection.awaits("board"), false);
});

Deno.test("frames reach those who wait for them", async () => {
  const { heard } = await connected();
  newest().say({ do: "board", step: 3 });
  newest().say({ do: "unheard of" });
  equal(heard, [{ do: "board", step: 3 }]);
});

Deno.test("a socket says first who the page is", async () => {
  await connected({ first: '{"do":"enter"}' });
  newest().dispatchEvent(new Event("open"));
  equal([newest().address, newest().sent], ["wss://play.example.org/r/tower/socket", [{ do: "enter" }]]);
});

Deno.test("a press is sent again over the next connection if it still answers the question", async () => {
  using clock = new Clock();
  const { connection, heard, status } = await connected();
  connection.press("g1:7:a1");
  connection.press("g1:6:!undo");
  newest().close();
  ok(status.isAway);
  equal(heard, [{ do: "lost" }]);
  await again(clock);
  equal(Socket.all.length, 2);
  connection.connected();
  connection.pressAgain("g1:7:");
  equal(newest().sent, [{ do: "press", token: "g1:7:a1", text: "", n: 3 }]);
  equal(status.notes, ["web.not_sent"]);
});

Deno.test("a press that was answered is not sent again", async () => {
  using clock = new Clock();
  const { connection } = await connected();
  connection.press("g1:7:a1");
  newest().say({ do: "done", n: 1 });
  newest().close();
  await again(clock);
  connection.connected();
  connection.pressAgain("g1:7:");
  equal(newest().sent, []);
});

Deno.test("a press without a connection is kept, and the page says so", async () => {
  using clock = new Clock();
  const { connection, status } = await connected();
  newest().close();
  connection.press("g1:7:a1");
  equal(status.notes, ["web.unsent"]);
  await again(clock);
  connection.connected();
  connection.pressAgain("g1:7:");
  equal(newest().sent.length, 1);
});

Deno.test("requests of a lost connection end once, without an answer", async () => {
  using clock = new Clock();
  const { connection } = await connected();
  /** @type {unknown[]} */
  const done = [];
  connection.send({ do: "say", text: "hi" }, (how) => done.push(how));
  newest().close();
  equal(done, [undefined]);
  equal(connection.send({ do: "aids" }, () => done.push("aids")), false);
  await again(clock);
  newest().close();
  equal(done, [undefined, "aids"]);
});

Deno.test("each try waits longer, up to ten seconds; a greeting begins anew", async () => {
  using clock = new Clock();
  const { connection } = await connected({ ok: false });
  for (let tries = 2; tries < 12; tries += 1) await again(clock);
  ok(clock.pauses[0] >= 6000 && clock.pauses[0] <= 10000, String(clock.pauses));
  connection.connected();
  connection.retry();
  ok(clock.pauses[1] <= 750, String(clock.pauses));
});

Deno.test("a page that is refused is told", async () => {
  using _ = new Clock();
  let refusals = 0;
  await connected({ refused: () => refusals += 1 });
  newest().close(4403);
  equal(refusals, 1);
});

Deno.test("a silent connection is said to be away, then replaced", async () => {
  using clock = new Clock();
  const { connection, status } = await connected();
  connection.beaten = Date.now();
  connection.heard = Date.now() - 5000;
  connection.beat();
  ok(status.isAway);
  equal([clock.pauses.length, newest().sent], [0, [{ do: "ping" }]]);
  newest().say({ do: "pong" });
  equal(status.isAway, false);
  newest().close = () => {}; // a dead one does not say that it is closed
  connection.heard = Date.now() - 13000;
  connection.beat();
  equal(clock.pauses.length, 1);
  const dead = newest();
  await again(clock);
  dead.dispatchEvent(Object.assign(new Event("close"), { code: 1006 })); // it does after all
  equal([clock.pauses.length, connection.open], [0, true]);
});

Deno.test("a page that was held up does not blame the connection", async () => {
  const { connection, status } = await connected();
  connection.heard = Date.now() - 9000;
  connection.beaten = Date.now() - 9000;
  connection.beat();
  equal(status.isAway, false);
});

Deno.test("when the network is back, the next try waits for nothing", async () => {
  using clock = new Clock();
  const { connection } = await connected();
  newest().close();
  equal([Socket.all.length, clock.pauses.length], [1, 1]);
  connection.hurry();
  await Promise.resolve();
  await Promise.resolve();
  equal([Socket.all.length, clock.pauses], [2, []]);
});

Deno.test("a connection that was silent while nobody looked is replaced at once, a living one stays", async () => {
  using clock = new Clock();
  const { connection, status } = await connected();
  connection.hurry();
  connection.heard = Date.now() - 13000;
  equal(Socket.all.length, 1);
  connection.hurry();
  await Promise.resolve();
  await Promise.resolve();
  equal([Socket.all.length, Socket.all[0].readyState, clock.pauses], [2, 3, []]);
  equal([connection.open, status.isAway], [true, false]);
});

Deno.test("a page that is coming in is not hurried", async () => {
  const { connection } = await connected();
  connection.socket = null; // it asks who it is
  connection.hurry();
  await Promise.resolve();
  await Promise.resolve();
  equal(Socket.all.length, 1);
});
