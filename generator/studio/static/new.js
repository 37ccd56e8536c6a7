// A game of one's own: made by one click, or of a file that is dropped here.

import { at, element, reasonOf, send } from "/static/studio.js";

const drop = at("drop");
let isBusy = false;

/** Asks for a game and goes on to its cards, unless there is something to be read first. */
async function begin(ask) {
  if (isBusy) return;
  isBusy = true;
  document.body.setAttribute("aria-busy", "true");
  at("told").replaceChildren();
  try {
    const { game, findings } = await ask();
    const address = `/${encodeURIComponent(game)}`;
    if (!findings.length) return location.assign(address);
    at("onward").href = address;
    at("findings-list").replaceChildren(...findings.map((one) => element("li", {}, [one.line && `Line ${one.line}: `, one.message].filter(Boolean).join(""))));
    at("findings").showModal();
  } catch (error) {
    at("told").textContent = reasonOf(error);
    at("title").focus();
  } finally {
    isBusy = false;
    document.body.removeAttribute("aria-busy");
  }
}

const title = () => at("title").value;
const isUsual = () => title().trim() === at("title").defaultValue;

for (const choice of document.querySelectorAll("[data-template]")) {
  choice.addEventListener("click", () => begin(() => send("/new/game", { template: choice.dataset.template, title: title() })));
}
for (const choice of document.querySelectorAll("[data-folder]")) {
  choice.addEventListener("click", () => begin(() => send("/new/folder", { folder: choice.dataset.folder })));
}

/** The game is called as its file is, unless somebody wrote how. */
function take(file) {
  if (!file) return;
  const asked = new URLSearchParams({ name: file.name, ...(isUsual() ? {} : { title: title() }) });
  begin(() => send(`/new/file?${asked}`, file));
}

at("file").addEventListener("change", (event) => {
  take(event.target.files[0]);
  event.target.value = "";
});
for (const kind of ["dragenter", "dragover"]) {
  addEventListener(kind, (event) => {
    if (![...event.dataTransfer.types].includes("Files")) return;
    event.preventDefault();
    drop.classList.add("is-over");
  });
}
addEventListener("dragleave", (event) => event.relatedTarget || drop.classList.remove("is-over"));
addEventListener("drop", (event) => {
  event.preventDefault();
  drop.classList.remove("is-over");
  take(event.dataTransfer.files[0]);
});
