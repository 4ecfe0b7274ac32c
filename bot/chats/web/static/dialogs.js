// Questions of the page: for a name, for an amount.

import { $ } from "./words.js";
import { press, send } from "./net.js";
import { person } from "./people.js";

let held = null; // what waits for a name

export function withName(wish) {
  if (person.me.name) {
    wish();
  } else {
    held = wish;
    askName();
  }
}

export function askName() {
  if ($("name-dialog").open) return; // a name that is being typed stays
  $("name").value = person.me.name;
  const alone = !person.me.name && !$("empty").hidden; // where others play or wait, a newcomer comes in to them
  for (const button of $("name-dialog").querySelectorAll("button[value=ok]")) {
    const begins = button.classList.contains("newcomer");
    if (begins) button.hidden = !alone;
    else button.classList.toggle("primary", !alone);
  }
  $("name-dialog").showModal();
}

$("name-dialog").addEventListener("close", () => {
  const name = $("name").value.trim();
  if ($("name-dialog").returnValue === "ok" && name) send({ do: "name", name });
  else held = null;
  $("name-dialog").returnValue = "";
  if (matchMedia("(pointer: fine)").matches) $("line").focus({ preventScroll: true });
});
$("name-cancel").addEventListener("click", () => $("name-dialog").close());

let amountOf = null;
export function askAmount(choice) {
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

export function nameKnown() {
  if (person.me.name && held) {
    const wish = held;
    held = null;
    wish();
  }
}
