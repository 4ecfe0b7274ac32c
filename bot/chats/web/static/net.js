// One socket: requests with numbers, frames by name, and a heartbeat that notices a dead connection.

/** @import { Request } from "./frames.d.ts" */
/** @import { Done, Receivers, Transport } from "./hosts.d.ts" */
/** @import { Status } from "./status.js" */
/** @import { TapGuard } from "./tap_guard.js" */
import { Presses } from "./presses.js";
import { word } from "./words.js";

const BEAT = 1500; // milliseconds between two signs of life
const SILENCE = 4200; // without a frame for so long, the page says that the connection is away
const DEAD = 12000; // and after so long it opens another one
export const OPENING = 30000; // unless it is being opened
const LONGEST_PAUSE = 8000; // between two tries
const REFUSED = 4403; // the code of a socket that did not let us in

/** @template {{do: string}} Frame */
export class Connection {
  /** @type {Receivers<Frame>} */
  receivers = {};
  /** @type {WebSocket | null} */
  socket = null;
  /** @type {Map<number, {request: Request, done: Done}>} */
  waiting = new Map(); // by the number of the request
  presses = new Presses();
  requests = 0;
  tries = 0;
  again = 0; // the timer of the next one
  heard = 0; // when something came
  beaten = 0;

  /**
   * @param {Transport} transport
   * @param {Status} status
   * @param {TapGuard} taps
   */
  constructor(transport, status, taps) {
    this.transport = transport;
    this.status = status;
    this.taps = taps;
  }

  /**
   * Connect, and stay connected.
   * @param {Receivers<Frame>} receivers
   */
  start(receivers) {
    this.receivers = receivers;
    this.beaten = Date.now();
    setInterval(() => this.beat(), BEAT);
    addEventListener("offline", () => this.socket && this.onLost(this.socket));
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => !document.hidden && this.hurry());
    return this.connect();
  }

  get open() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  get online() {
    return this.open && !this.status.isAway;
  }

  // -- the socket ------------------------------------------------------------------------------------

  async connect() {
    clearTimeout(this.again);
    this.again = 0;
    try {
      const { ok } = await this.transport.authenticate();
      if (ok) this.openSocket();
      else this.retry();
    } catch {
      this.retry();
    }
  }

  openSocket() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const opened = new WebSocket(`${scheme}//${location.host}${this.transport.address()}`);
    const first = this.transport.first();
    this.socket = opened;
    this.heard = Date.now();
    if (first) opened.addEventListener("open", () => opened.send(first));
    opened.addEventListener("message", (event) => this.onMessage(opened, event.data));
    opened.addEventListener("close", ({ code }) => {
      if (code === REFUSED) this.transport.refused();
      this.onLost(opened);
    });
  }

  /**
   * @param {WebSocket} from
   * @param {string} text
   */
  onMessage(from, text) {
    if (this.socket !== from) return;
    this.heard = Date.now();
    const frame = JSON.parse(text);
    if (frame.do === "pong") this.status.back();
    else this.taps.afterTap(() => this.socket === from && this.receive(frame));
  }

  /** @param {any} frame of a name that the compiler cannot know */
  receive(frame) {
    if (frame.do === "done" || frame.do === "slow") this.finish(frame.n, frame.do);
    /** @type {Record<string, ((frame: Frame) => void) | undefined>} */ (this.receivers)[frame.do]?.(frame);
  }

  /** @param {WebSocket} which */
  onLost(which) {
    if (this.socket !== which) return;
    this.drop();
    this.retry();
  }

  drop() {
    const { socket } = this;
    this.socket = null;
    socket?.close(); // a dead connection does not say that it is closed
    for (const { done } of this.waiting.values()) done();
    this.waiting.clear();
    this.receivers.lost?.();
  }

  /** The network is back, or the reader: nobody waits for the next try, or for a connection that is dead. */
  hurry() {
    if (!this.socket && !this.again) return; // it is being tried
    if (this.online && Date.now() - this.heard < DEAD) {
      this.heard = Math.max(this.heard, Date.now() - SILENCE + BEAT);
      return;
    }
    this.tries = 0;
    this.drop();
    this.connect();
  }

  retry() {
    this.status.away();
    this.tries += 1;
    const pause = Math.min(LONGEST_PAUSE, 300 * 2 ** Math.min(this.tries, 6)) * (0.75 + Math.random() / 2);
    this.again = setTimeout(() => this.connect(), pause);
  }

  beat() {
    const late = Date.now() - this.beaten - BEAT; // the page was held up: what has come is not read yet
    this.beaten = Date.now();
    if (late > BEAT && late < OPENING) this.heard += late;
    const { socket } = this;
    if (!socket) return;
    const silent = Date.now() - this.heard;
    if (silent > (this.open ? DEAD : OPENING)) {
      this.onLost(socket);
    } else if (silent > SILENCE) {
      this.status.away();
    }
    if (this.open) this.socket?.send('{"do":"ping"}');
  }

  /** The server has greeted the page; whether it was away. */
  connected() {
    this.tries = 0;
    this.presses.interrupt();
    return this.status.back();
  }

  // -- requests --------------------------------------------------------------------------------------

  /**
   * @param {Request} request
   * @param {Done} done
   */
  send(request, done = () => {}) {
    if (!this.open) {
      done();
      return false;
    }
    this.requests += 1;
    this.waiting.set(this.requests, { request, done });
    this.socket?.send(JSON.stringify({ ...request, n: this.requests }));
    return true;
  }

  /**
   * @param {number} number
   * @param {"done" | "slow"} how
   */
  finish(number, how) {
    const wish = this.waiting.get(number);
    this.waiting.delete(number);
    if (wish?.request.do === "press") this.presses.answered(wish.request.token);
    wish?.done(how);
  }

  /**
   * Whether an answer to something of this kind is still to come.
   * @param {Request["do"]} what
   */
  awaits(what) {
    return [...this.waiting.values()].some(({ request }) => request.do === what);
  }

  /**
   * @param {string} token
   * @param {HTMLElement | null} button
   */
  press(token, text = "", button = null) {
    if (button?.classList.contains("busy")) return; // a second tap means the same; disabled, it would lose the focus
    button?.classList.add("busy");
    button?.setAttribute("aria-disabled", "true");
    this.presses.add(token, text);
    const sent = this.send({ do: "press", token, text }, () => {
      button?.classList.remove("busy");
      button?.removeAttribute("aria-disabled");
    });
    if (!sent) this.status.note(word("web.unsent"));
  }

  /**
   * After a lost connection, once the page knows what is asked.
   * @param {string} asked how tokens of the open question begin
   */
  pressAgain(asked) {
    const { again, named } = this.presses.sort(asked);
    for (const [token, text] of again) this.press(token, text);
    if (named.length) this.status.note(word("web.not_sent"));
  }
}
