"use strict";
// A game turn by turn: the board as it stood, and what happened.

const $ = (id) => document.getElementById(id);
const base = `/r/${encodeURIComponent(boot.room)}/story`;
const theme = matchMedia("(prefers-color-scheme: dark)").matches ? "night" : "day";
let story = null;
let at = 0;
let playing = 0;

async function load() {
  const known = story ? `?known=${encodeURIComponent(story.known)}` : "";
  const game = boot.game ?? (story ? story.game : "");
  let pause = 4000;
  try {
    const answer = await fetch(`${base}${game ? `/${game}` : ""}${known}`);
    if (answer.status === 200) take(await answer.json());
    else if (answer.status === 404 && !story) $("none").hidden = false;
    $("status").textContent = story ? word(story.finished ? "watch.finished" : "watch.running") : "";
  } catch {
    $("status").textContent = word("web.offline");
    pause = 8000;
  }
  if (!story?.finished) setTimeout(load, pause);
}

function take(data) {
  const follow = !story || at === story.steps.length - 1;
  story = data;
  $("none").hidden = true;
  $("stage").hidden = $("story").hidden = false;
  $("slider").max = data.steps.length - 1;
  const turns = $("turns");
  turns.replaceChildren();
  data.steps.forEach((step, number) => {
    const button = make("button");
    button.type = "button";
    button.append(make("small", "", String(number)));
    step.lines.forEach((runs, index) => {
      if (index) button.append("\n");
      writeRuns(button, runs);
    });
    if (!step.lines.length) button.append(word("watch.start"));
    button.addEventListener("click", () => { stop(); go(number); });
    const item = make("li");
    item.append(button);
    turns.append(item);
  });
  go(follow ? data.steps.length - 1 : Math.min(at, data.steps.length - 1));
}

function go(number) {
  at = Math.max(0, Math.min(number, story.steps.length - 1));
  const step = story.steps[at];
  $("board").src = `${base}/${story.game}/${step.ply}.png?theme=${theme}`;
  $("board").alt = word("watch.board", { step: at });
  $("where").textContent = word("watch.step", { step: at, steps: story.steps.length - 1 });
  $("slider").value = at;
  $("slider").setAttribute("aria-valuetext", $("where").textContent);
  $("first").disabled = $("back").disabled = at === 0;
  $("last").disabled = $("forward").disabled = at === story.steps.length - 1;
  const table = $("scores");
  table.replaceChildren();
  story.names.forEach((name, seat) => {
    const row = table.insertRow();
    row.insertCell().textContent = `${"ABCDEF"[seat]} ${name}`;
    row.insertCell().textContent = step.scores[seat];
  });
  const turns = $("turns");
  turns.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const button = turns.children[at].firstElementChild;
  button.setAttribute("aria-current", "step");
  if (turns.scrollHeight > turns.clientHeight) turns.scrollTop = button.offsetTop - turns.offsetTop - 80;
  if (at + 1 < story.steps.length) new Image().src = `${base}/${story.game}/${story.steps[at + 1].ply}.png?theme=${theme}`;
}

function stop() {
  clearInterval(playing);
  playing = 0;
  $("play").textContent = word("watch.play");
}

function play() {
  if (playing) {
    stop();
    return;
  }
  if (at === story.steps.length - 1) go(0);
  $("play").textContent = word("watch.stop");
  playing = setInterval(() => {
    if (at === story.steps.length - 1) stop();
    else go(at + 1);
  }, 900);
}

$("play").addEventListener("click", play);
for (const [id, where] of [["first", () => 0], ["back", () => at - 1], ["forward", () => at + 1], ["last", () => story.steps.length - 1]]) {
  $(id).addEventListener("click", () => { stop(); go(where()); });
}
$("slider").addEventListener("input", () => { stop(); go(Number($("slider").value)); });
$("slider").setAttribute("aria-label", word("watch.history"));
document.addEventListener("keydown", (event) => {
  if (!story || document.activeElement === $("slider")) return;
  if (event.key === "ArrowLeft") { stop(); go(at - 1); }
  if (event.key === "ArrowRight") { stop(); go(at + 1); }
});

$("room").href = `/r/${encodeURIComponent(boot.room)}`;
document.title = `${boot.room} · ${word("watch.title")}`;
speak(boot.language);
load();
