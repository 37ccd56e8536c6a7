// Long work of the studio: how far it is, and a button that stops it.

import { fetched, element, send } from "/static/studio.js";

const ENDED = ["done", "stopped", "failed", "interrupted"];
const LOOK = 250;

export const hasEnded = (run) => ENDED.includes(run.state);

/** Follows a run in a place of the page until it has ended; `shown` is called with what it has shown so far. */
export async function follow(address, run, place, shown = () => {}, isWanted = () => true) {
  const view = runView(address, place);
  place.hidden = false;
  let known = run;
  try {
    while (isWanted()) {
      view.tell(known);
      shown(known);
      if (hasEnded(known)) return known;
      await new Promise((go) => setTimeout(go, LOOK));
      try {
        known = await fetched(address);
      } catch (error) {
        return { ...known, state: "failed", message: error.message };
      }
    }
    return null;
  } finally {
    if (isWanted()) place.hidden = true;
  }
}

function runView(address, place) {
  const bar = element("progress", { "aria-label": "Progress" });
  const text = element("p", { class: "far" });
  const stop = element("button", { type: "button", class: "plain" }, "Stop");
  let isStopping = false;
  stop.addEventListener("click", async () => {
    try {
      tell(await send(address, { at_once: isStopping }));
    } catch (error) {
      text.textContent = error.message;
    }
  });
  place.replaceChildren(bar, text, stop);

  function tell(run) {
    isStopping = run.state === "stopping";
    stop.textContent = isStopping ? "Stop at once" : "Stop";
    if (run.total) {
      bar.max = run.total;
      bar.value = Math.min(run.done, run.total);
    } else {
      bar.removeAttribute("value");
    }
    text.textContent = farther(run);
  }
  return { tell };
}

const number = (value) => value.toLocaleString("en");

function farther(run) {
  if (run.state === "waiting") return run.before ? `waiting: ${run.before} before it` : "waiting";
  if (run.state === "stopping") return "stopping as soon as the current work is done";
  if (!run.total) return "beginning";
  const left = run.left ? `, about ${durationOf(run.left)} left` : "";
  return `${number(Math.min(run.done, run.total))} of ${number(run.total)} ${run.doing}${left}`;
}

/** A time to come, no more exact than anybody knows it. */
function durationOf(seconds) {
  if (seconds < 55) return `${Math.max(5, Math.ceil(seconds / 5) * 5)} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 100 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

/** What the checker says, worst first. */
export function problemList(problems) {
  return element("ul", { class: "findings" }, ...problems.map((problem) =>
    element("li", { class: problem.severity }, element("strong", {}, problem.severity), " ", problemText(problem))));
}

function problemText(problem) {
  const where = [problem.file, problem.line, problem.column].filter(Boolean).join(":");
  const card = problem.card ? ` (card ${problem.card})` : "";
  const hint = problem.hint ? `; ${problem.hint}` : "";
  return `${where ? `${where}: ` : ""}${problem.message}${card}${hint}`;
}

/** What a form is filled in with: a text for each field, `true` for a tick, a list for several ticks and for lines. */
export function valuesOf(form) {
  const found = {};
  for (const input of named(form)) {
    if (isOneOfMany(input)) found[input.name] = [...(found[input.name] ?? []), ...(input.type === "checkbox" && !input.checked ? [] : [input.value])];
    else if (input.type === "checkbox") found[input.name] = input.checked || undefined;
    else if (input.type === "textarea") found[input.name] = input.value.split("\n").map((line) => line.trim()).filter(Boolean);
    else found[input.name] = input.value.trim() || undefined;
  }
  return found;
}

/** Fills a form in with what it was filled in with before. */
export function fillIn(form, values) {
  for (const input of named(form)) {
    const value = values[input.name];
    if (isOneOfMany(input)) input.checked = value?.length ? value.includes(input.value) : input.checked;
    else if (input.type === "checkbox") input.checked = value === true;
    else input.value = [value ?? input.defaultValue ?? ""].flat().join("\n");
  }
}

const named = (form) => [...form.elements].filter((input) => input.name);
const isOneOfMany = (input) => "many" in input.dataset;

/** Puts problems beside the fields that they are about; returns those that are about none. */
export function showProblems(form, problems) {
  const left = [];
  for (const wrong of form.querySelectorAll(".field .wrong")) {
    wrong.hidden = true;
    wrong.textContent = "";
    control(wrong)?.removeAttribute("aria-invalid");
  }
  for (const problem of problems) {
    const field = problem.field && form.querySelector(`[data-field="${CSS.escape(problem.field)}"]`);
    const wrong = field?.querySelector(".wrong");
    if (!wrong) {
      left.push(problem);
      continue;
    }
    wrong.hidden = false;
    wrong.textContent = [wrong.textContent, problem.message + (problem.hint ? `; ${problem.hint}` : "")].filter(Boolean).join(" ");
    wrong.closest("details")?.setAttribute("open", "");
    if (problem.severity === "error") control(wrong)?.setAttribute("aria-invalid", "true");
  }
  return left;
}

const control = (wrong) => wrong.closest(".field").querySelector("input:not([type=checkbox]), select, textarea");
