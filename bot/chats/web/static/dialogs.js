// Questions of the page: for a name, for an amount.

/** @import { Choice, RoomFrame } from "./frames.d.ts" */
/** @import { Connection } from "./net.js" */
/** @import { People } from "./people.js" */
import { $ } from "./elements.js";
import { mouse } from "./preferences.js";

export class NameDialog {
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
    for (const id of ["rename", "rename-first"]) $(id).addEventListener("click", () => this.ask());
  }

  ask() {
    if (this.dialog.open) return; // a name that is being typed stays
    this.input.value = this.people.me.name;
    this.dialog.showModal();
    this.input.select();
  }

  onClose() {
    const name = this.input.value.trim();
    if (this.dialog.returnValue === "ok" && name) this.connection.send({ do: "name", name });
    this.dialog.returnValue = "";
    if (mouse().matches && $("table").hidden) $("line").focus({ preventScroll: true });
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
