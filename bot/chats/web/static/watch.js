// A game for spectators: the board as it stands or stood, turn by turn.

import { $, boot, speak, word } from "./words.js";
import { Board } from "./board.js";
import { History } from "./history.js";
import { Players } from "./players.js";

const board = new Board($("board"));
const players = new Players($("players"), board.art);
const history = new History(`/r/${encodeURIComponent(boot.room)}/story`, show);
let shown = null;

function show(data) {
  const first = !shown;
  shown = data;
  $("none").hidden = true;
  $("table").hidden = $("moves").hidden = false;
  board.show(data, [], (seat) => players.home(seat, board.host));
  players.show(data);
  $("left").textContent = word("web.board.left", { n: data.left });
  board.canvas.setAttribute("aria-label", word("watch.board", { step: history.at }));
  document.body.dataset.ready = "yes";
  if (first) history.mark(); // its place in the list, which was hidden
  if (first || !board.camera.touched) fit();
}

function fit() {
  board.camera.fit(board.box(), { above: 72, below: $("history").offsetHeight + 20 });
}

async function load() {
  let pause = 4000;
  try {
    const before = history.story?.known;
    const status = await history.load(boot.game ?? history.story?.game ?? "");
    if (status !== 200 && !history.story) $("none").hidden = false;
    else if (history.story?.known !== before && history.at === history.end) history.go(history.end);
    $("status").textContent = history.story
      ? word(history.story.finished ? "watch.finished" : "watch.running")
      : "";
  } catch {
    $("status").textContent = word("web.offline");
    pause = 8000;
  }
  if (!history.story?.finished) setTimeout(load, pause);
}

board.onArt = () => shown && players.show(shown);
board.onFit = fit;
board.overlays.push((context) => {
  if (shown?.last) board.bracket(context, shown.last);
});
$("fit").addEventListener("click", fit);
$("nearer").addEventListener("click", () => board.camera.zoomBy(1.3));
$("farther").addEventListener("click", () => board.camera.zoomBy(1 / 1.3));
document.addEventListener("keydown", (event) => {
  if (!history.story || document.activeElement === $("slider")) return;
  if (event.key === "ArrowLeft") {
    history.stop();
    history.go(history.at - 1);
  }
  if (event.key === "ArrowRight") {
    history.stop();
    history.go(history.at + 1);
  }
});
$("room").href = `/r/${encodeURIComponent(boot.room)}`;
document.title = `${boot.room} · ${word("watch.title")}`;
speak(boot.language);
load();
