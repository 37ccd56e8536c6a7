// Studies: begun from a form, told while they are played, found again when the page is opened anew.

import { at, fetched, element, game, reasonOf, send } from "/static/studio.js";
import { follow, hasEnded, problemList, showProblems, valuesOf } from "/static/runs.js";

const list = at("runs");
const MOST_AXES = 4;
const KINDS = { balance: "Balance", sweep: "Sweep", tune: "Search" };

function start() {
  for (const kind of Object.keys(KINDS)) prepare(at(kind), (form) => ({ kind, ...valuesOf(form), ...axesOf(form) }));
  for (const axes of document.querySelectorAll(".axes")) {
    const rows = axes.querySelector(".rows");
    const add = axes.querySelector(".add");
    add.addEventListener("click", () => {
      const next = rows.lastElementChild.cloneNode(true);
      for (const input of next.querySelectorAll("input")) input.value = "";
      rows.append(next);
      next.querySelector("input").focus();
      add.hidden = rows.children.length >= MOST_AXES;
    });
  }
  known();
}

/** The runs that the studio remembers, of this page or of one before it, and those that are kept. */
async function known() {
  const { runs } = await fetched(`/${game}/studies/runs`).catch(() => ({ runs: [] }));
  for (const run of runs.reverse()) show(run);
}

function prepare(form, read) {
  const general = form.querySelector(".general");
  const button = form.querySelector("button[type=submit]");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    general.hidden = true;
    showProblems(form, []);
    try {
      const run = await send(`/${game}/studies/begin`, read(form));
      at("runs-title").focus();
      button.disabled = false;
      const ended = await show(run);
      if (ended?.state === "failed") refuse(ended);
    } catch (error) {
      refuse(error);
    } finally {
      button.disabled = false;
    }
  });

  function refuse({ message, problems = [] }) {
    const left = showProblems(form, problems);
    general.hidden = problems.length > 0 && !left.length;
    general.textContent = [message, ...left.map((problem) => problem.message)].join(": ");
    form.querySelector("[aria-invalid=true]")?.focus();
  }
}

/** The rows of numbers, by the option that they are of. */
function axesOf(form) {
  return Object.fromEntries([...form.querySelectorAll(".axes")].map((axes) => [axes.dataset.field,
    [...axes.querySelectorAll(".axis")].map((axis) => ({
      path: axis.querySelector("[data-axis=path]").value, values: axis.querySelector("[data-axis=values]").value,
    }))]));
}

/** Shows a run at the top of the list, or in the place of an earlier one, and follows it to its end. */
async function show(run, place = null) {
  at("no-runs").hidden = true;
  const state = element("p", { class: "state", role: "status" });
  const progress = element("div", { class: "run", hidden: true });
  const results = element("div");
  const item = element("li", { "data-run": run.name },
    element("h3", {}, `${KINDS[run.kind]}: ${run.title}`), state, progress, results);
  if (place) place.replaceWith(item);
  else list.prepend(item);
  let drawn = "";
  const tell = (now) => {
    const text = JSON.stringify(now.result);
    if (text !== drawn) results.replaceChildren(...resultsOf(now));
    drawn = text;
  };
  const ended = hasEnded(run) ? run : await follow(`/${game}/studies/run/${run.id}`, run, progress, tell);
  tell(ended);
  state.textContent = wordsOf(ended);
  state.classList.toggle("failed", ended.state === "failed");
  if (ended.problems?.length) results.prepend(problemList(ended.problems));
  if (ended.state !== "done" && ended.total) item.append(goOnButton(run, item));
  if (ended !== run) refreshShelf();
  return ended;
}

/** Goes on with the games that are kept, by what was asked then. */
function goOnButton(run, item) {
  const act = element("button", { type: "button", class: "plain go-on" }, "Go on");
  const wrong = element("p", { class: "wrong", role: "alert", hidden: true });
  act.addEventListener("click", async () => {
    act.disabled = true;
    try {
      await show(await send(`/${game}/studies/begin`, { go_on: run.name }), item);
    } catch (error) {
      act.disabled = false;
      wrong.hidden = false;
      wrong.textContent = reasonOf(error);
    }
  });
  return element("div", {}, act, wrong);
}

/** Lists what was written meanwhile. */
async function refreshShelf() {
  const text = await fetched(location.href).catch(() => "");
  const anew = new DOMParser().parseFromString(text, "text/html");
  for (const id of ["compare", "shelf"]) {
    const found = anew.getElementById(id);
    if (found) at(id).replaceWith(document.adoptNode(found));
  }
}

function wordsOf(run) {
  const far = run.total ? ` ${run.done.toLocaleString("en")} of ${run.total.toLocaleString("en")} games are kept.` : "";
  if (run.state === "failed") return `Failed: ${run.message || "the studio that played it said why."}`;
  if (run.state === "interrupted") return `It ended with the studio.${far}`;
  if (run.state === "stopped") return run.total ? `Stopped.${far}` : "Stopped before there was anything to report.";
  return "Done.";
}

function resultsOf({ result }) {
  if (!result.rows) return [];
  const early = result.preliminary ? [element("p", { class: "preliminary" }, element("strong", {}, "Preliminary."), " From the games played so far; more games may still change it.")] : [];
  const answers = (result.findings ?? []).map(({ question, tone, text }) =>
    element("p", { class: tone }, ...(question ? [element("strong", {}, question), " "] : []), text));
  const found = [
    ...early, ...answers,
    element("div", { class: "scroll", role: "region", "aria-label": "Results", tabindex: "0" },
      element("table", { class: "results" },
        element("thead", {}, element("tr", {}, ...result.columns.map((name) => element("th", { scope: "col" }, name)))),
        element("tbody", {}, ...result.rows.map(([first, ...cells]) =>
          element("tr", {}, element("th", { scope: "row" }, first), ...cells.map((cell) => element("td", {}, cell))))))),
    element("p", { class: "note" }, result.note),
  ];
  if (result.patch) found.push(element("p", {}, "The patch, to check and apply in the game’s folder with ", element("code", {}, "patch -p1"), ":"), element("pre", {}, result.patch));
  for (const line of result.by_hand ?? []) found.push(element("p", {}, `To change by hand: ${line}`));
  const files = result.files?.length ? [element("code", {}, result.files.join(", "))] : [];
  if (result.report) files.unshift(element("a", { href: `/${game}/studies/read/${result.report}` }, "Open the report with its charts"), " ");
  if (files.length) found.push(element("p", {}, ...files));
  return found;
}

if (list) start();
