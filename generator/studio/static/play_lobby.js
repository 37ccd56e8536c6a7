// Where games begin: who sits where, and which seats of other games are free.
import { at, reasonOf, send, element, game } from "/static/studio.js";
import { showProblems, valuesOf } from "/static/runs.js";

const told = at("told");
const KEPT = "gatepress-seats";
const NAME = "gatepress-name";

async function go(address, body) {
  told.hidden = true;
  if (form) showProblems(form, []);
  try {
    const answer = await send(address, body);
    if (answer.room) keep(answer.room, answer.address);
    location.href = answer.address;
  } catch (error) {
    if (form) showProblems(form, error.problems);
    told.textContent = reasonOf(error);
    told.hidden = false;
  }
}

/** The addresses of seats that were taken in this browser, by room. */
function kept() {
  try { return JSON.parse(localStorage.getItem(KEPT)) ?? {}; } catch { return {}; }
}

function keep(room, address) {
  const all = Object.entries({ ...kept(), [room]: address }).slice(-40);
  localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(all)));
}

const form = at("new");
const players = at("players");
const decks = at("decks");

function laySeats(count) {
  const before = [...players.querySelectorAll("select")].map((select) => select.value);
  const names = [...players.querySelectorAll("input")].map((input) => input.value);
  const bots = players.dataset.bots.split(" ");
  players.replaceChildren(...Array.from({ length: count }, (_, seat) => {
    const who = element("select", { id: `player-${seat}`, "data-player": seat, name: "players", "data-many": true },
      element("option", { value: "me" }, "you"), element("option", { value: "person" }, "another person"),
      ...bots.map((bot) => element("option", { value: bot }, bot.startsWith("search") ? "bot: search, 1 s a move" : `bot: ${bot}`)));
    who.value = seat === 0 ? "me" : bots[0];
    const name = element("input", { name: "names", "data-many": true, maxlength: 30, autocomplete: "off", placeholder: "name", "aria-label": `Name of player ${seat}`, value: names[seat] ?? "" });
    who.addEventListener("change", () => { if (who.value === "me") onlyOne(who, bots[0]); layNames(); });
    const row = element("p", { class: "seat" }, element("label", { for: who.id }, `Seat ${seat}`), " ", who, " ", name);
    if (decks) {
      const deck = element("select", { id: `deck-${seat}`, name: "decks", "data-many": true, "aria-label": `Deck of seat ${seat}` });
      deck.append(decks.content.cloneNode(true));
      row.append(" ", deck);
    }
    return row;
  }));
  [...players.querySelectorAll("select")].forEach((select, number) => { if (before[number]) select.value = before[number]; });
  layNames();
}

/** A name for each person; bots have one of their own. */
function layNames() {
  for (const row of players.querySelectorAll(".seat")) {
    const [who, name] = [row.querySelector("[data-player]"), row.querySelector("input")];
    name.hidden = who.value !== "me" && who.value !== "person";
    if (who.value === "me" && !name.value) name.value = localStorage.getItem(NAME) ?? "";
    else if (name.hidden) name.value = "";
  }
}

function keepName(name) {
  if (name) localStorage.setItem(NAME, name);
}

function onlyOne(chosen, bot) {
  for (const other of players.querySelectorAll("[data-player]"))
    if (other !== chosen && other.value === "me") other.value = bot;
}

if (form) {
  const seats = at("seats");
  laySeats(Number(seats?.value ?? players.dataset.seats));
  seats?.addEventListener("change", () => laySeats(Number(seats.value)));
  // What is folded away can't be focused, so nobody would see why the game does not begin.
  form.addEventListener("invalid", (event) => event.target.closest("details")?.setAttribute("open", ""), true);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    for (const row of players.querySelectorAll(".seat"))
      if (row.querySelector("[data-player]").value === "me") keepName(row.querySelector("input").value.trim());
    go(`/${game}/play/new`, valuesOf(form));
  });
}

const mine = kept();
for (const row of document.querySelectorAll("[data-room]")) {
  const address = mine[row.dataset.room];
  if (address) row.querySelector(".actions").prepend(element("a", { class: "button", href: address }, "Go on"));
  const name = row.querySelector("input");
  if (name) name.value = localStorage.getItem(NAME) ?? "";
  for (const button of row.querySelectorAll("[data-sit]"))
    button.addEventListener("click", () => {
      keepName(name.value.trim());
      go(`/${game}/play/${row.dataset.room}/sit`, { seat: Number(button.dataset.sit), name: name.value.trim() });
    });
}

at("record")?.addEventListener("change", async (event) => {
  const [file] = event.target.files;
  if (file) go(`/${game}/play/replay`, { record: await file.text(), name: file.name });
});
at("saved")?.addEventListener("submit", (event) => {
  event.preventDefault();
  go(`/${game}/play/replay`, { saved: at("record-name").value });
});
at("study")?.addEventListener("submit", (event) => {
  event.preventDefault();
  go(`/${game}/play/replay`, {
    study: at("study-name").value,
    number: Number(at("study-number").value),
  });
});
