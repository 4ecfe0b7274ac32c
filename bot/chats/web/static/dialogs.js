// Questions of the page: for a name, for an amount.

/** @import { Choice, RoomFrame } from "./frames.d.ts" */
/** @import { Connection } from "./net.js" */
/** @import { People } from "./people.js" */
import { $ } from "./elements.js";
import { mouse } from "./preferences.js";

export class NameDialog {
  /** @type {(() => void) | null} */
  held = null; // what waits for a name

  /**
   * @param {Connection<RoomFrame>} connection
   * @param {People} people
   */
  constructor(connection, people) {
    this.connection = connection;
    this.people = people;
    this.dialog = $("name-dialog", HTMLDialogElement);
    this.input = $("name", HTMLInputElement);
    this.dialog.addEventListener("close", () => this.onClose());
    $("name-cancel").addEventListener("click", () => this.dialog.close());
    $("rename").addEventListener("click", () => this.ask());
  }

  /**
   * Do something that needs a name, once there is one.
   * @param {() => void} wish
   */
  withName(wish) {
    if (this.people.me.name) return wish();
    this.held = wish;
    this.ask();
  }

  ask() {
    if (this.dialog.open) return; // a name that is being typed stays
    this.input.value = this.people.me.name;
    const alone = !this.people.me.name && !$("empty").hidden; // where others play or wait, a newcomer comes in to them
    for (const button of this.dialog.querySelectorAll(/** @type {"button"} */ ("button[value=ok]"))) {
      const begins = button.classList.contains("newcomer");
      if (begins) button.hidden = !alone;
      else button.classList.toggle("primary", !alone);
    }
    this.dialog.showModal();
  }

  onClose() {
    const name = this.input.value.trim();
    if (this.dialog.returnValue === "ok" && name) this.connection.send({ do: "name", name });
    else this.held = null;
    this.dialog.returnValue = "";
    if (mouse().matches && $("table").hidden) $("line").focus({ preventScroll: true });
  }

  /** The server has taken a name, or given none. */
  onName() {
    if (!this.people.me.name || !this.held) return;
    const wish = this.held;
    this.held = null;
    wish();
  }
}

export class AmountDialog {
  token = "";

  /** @param {Connection<RoomFrame>} connection */
  constructor(connection) {
    this.connection = connection;
    this.dialog = $("amount-dialog", HTMLDialogElement);
    this.input = $("amount", HTMLInputElement);
    this.dialog.addEventListener("close", () => this.onClose());
    $("amount-cancel").addEventListener("click", () => this.dialog.close());
  }

  /** @param {Choice} choice */
  ask({ amount, token }) {
    if (!amount) return;
    this.token = token;
    $("amount-title").textContent = amount.title;
    $("amount-range").textContent = `${amount.least} – ${amount.most}`;
    Object.assign(this.input, { min: amount.least, max: amount.most, value: amount.least });
    this.dialog.showModal();
    this.input.select();
  }

  onClose() {
    if (this.dialog.returnValue === "ok" && this.token) this.connection.press(this.token, this.input.value);
    this.dialog.returnValue = "";
    this.token = "";
  }
}
