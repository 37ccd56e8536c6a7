// Studies: begun from a form, told while they are played, found again when the page is opened anew.

import { at, fetched, element, game, send } from "/static/studio.js";
import { follow, hasEnded, problemList, showProblems, valuesOf } from "/static/runs.js";

const list = at("runs");
const MOST_AXES = 4;
const KINDS = { sweep: "Sweep", balance: "Balance" };

function start() {
  prepare(at("sweep"), sweepOf);
  prepare(at("balance"), valuesOf);
  const axes = at("axes");
  const add = at("add-axis");
  add.addEventListener("click", () => {
    const next = axes.lastElementChild.cloneNode(true);
    for (const input of next.querySelectorAll("input")) input.value = "";
    axes.append(next);
    next.querySelector("input").focus();
    add.hidden = axes.children.length >= MOST_AXES;
  });
  known();
}

/** The runs that the studio remembers, of this page or of one before it. */
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

const sweepOf = (form) => ({
  ...valuesOf(form),
  axes: [...form.querySelectorAll(".axis")].map((axis) => ({
    path: axis.querySelector("[data-axis=path]").value, values: axis.querySelector("[data-axis=values]").value,
  })),
});

/** Shows a run at the top of the list, and follows it to its end. */
async function show(run) {
  at("no-runs").hidden = true;
  const state = element("p", { class: "state", role: "status" });
  const progress = element("div", { class: "run", hidden: true });
  const results = element("div");
  list.prepend(element("li", { "data-run": run.id },
    element("h3", {}, `${KINDS[run.kind]}: ${run.title}`), state, progress, results));
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
  if (ended !== run && ended.result.report) refreshShelf();
  return ended;
}

/** Lists what was written meanwhile. */
async function refreshShelf() {
  const text = await fetched(location.href).catch(() => "");
  const anew = new DOMParser().parseFromString(text, "text/html").getElementById("shelf");
  if (anew) at("shelf").replaceWith(document.adoptNode(anew));
}

function wordsOf(run) {
  if (run.state === "failed") return `Failed: ${run.message}`;
  if (run.state === "stopped") return run.result.rows ? "Stopped; what was played until then is kept." : "Stopped before there was anything to tell.";
  return "Done.";
}

function resultsOf({ result }) {
  if (!result.rows) return [];
  const answers = (result.findings ?? []).map(({ question, tone, text }) =>
    element("p", { class: tone }, ...(question ? [element("strong", {}, question), " "] : []), text));
  const found = [
    ...answers,
    element("div", { class: "scroll", role: "region", "aria-label": "Results", tabindex: "0" },
      element("table", { class: "results" },
        element("thead", {}, element("tr", {}, ...result.columns.map((name) => element("th", { scope: "col" }, name)))),
        element("tbody", {}, ...result.rows.map(([first, ...cells]) =>
          element("tr", {}, element("th", { scope: "row" }, first), ...cells.map((cell) => element("td", {}, cell))))))),
    element("p", { class: "note" }, result.note),
  ];
  if (result.report) {
    found.push(element("p", {}, element("a", { href: `/${game}/studies/read/${result.report}` }, "Open the report with its charts"), " ",
      element("code", {}, result.files.join(", "))));
  }
  return found;
}

if (list) start();
