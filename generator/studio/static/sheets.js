// Sheets: every change of the form prints anew, and the pages are shown before anything is saved.

import { at, element, game, on, send } from "/static/studio.js";
import { fillIn, follow, problemList, showProblems, valuesOf } from "/static/runs.js";

const form = at("sheets");
if (form) start();

function start() {
  const pages = at("pages");
  const totals = at("totals");
  const findings = at("findings");
  const progress = at("run");
  const drawing = at("drawing");
  const save = at("save");
  const saved = at("saved");
  const download = at("download");
  const tab = crypto.getRandomValues(new Uint32Array(2)).join("-");
  const memory = `gatepress-sheets-${game}`;
  let asked = 0;
  let waiting;

  // On a narrow screen the pages come first, and the settings when they are asked for.
  if (matchMedia("(max-width: 60rem)").matches) at("choose").open = false;
  recall(memory);
  form.addEventListener("input", () => soon(600));
  form.addEventListener("change", () => soon(150));
  form.addEventListener("reset", () => setTimeout(() => soon(0)));
  form.addEventListener("submit", (event) => event.preventDefault());
  save.addEventListener("click", keep);
  on("saved", (state) => state.game === game && !state.errors && soon(300));
  for (const target of document.querySelectorAll(".target")) prepareTarget(target);
  look();

  function soon(delay) {
    clearTimeout(waiting);
    saved.textContent = "";
    waiting = setTimeout(look, delay);
  }

  /** Prints into the studio's own folder, and shows the pages. */
  async function look() {
    const turn = ++asked;
    const isWanted = () => turn === asked;
    const wanted = read();
    sessionStorage.setItem(memory, JSON.stringify(wanted));
    if (!wanted.only) return nothing("No component is chosen.");
    pages.classList.add("older");
    busy(true);
    try {
      const begun = await send(`/${game}/sheets/preview?tab=${tab}`, wanted);
      if (!isWanted()) return;
      showProblems(form, []);
      const run = await follow(`/${game}/sheets/run/${begun.id}`, begun, progress, () => {}, isWanted);
      if (run && isWanted()) show(run);
    } catch (error) {
      if (isWanted()) refuse(error);
    } finally {
      if (isWanted()) busy(false);
    }
  }

  /** Says so while the sheets are drawn, from before the studio has answered at all. */
  function busy(is) {
    pages.setAttribute("aria-busy", is);
    drawing.textContent = is ? "Drawing the sheets …" : "";
    if (is && progress.hidden) {
      progress.replaceChildren(element("progress", { "aria-label": "Progress" }));
      progress.hidden = false;
    }
  }

  function nothing(words) {
    busy(false);
    progress.hidden = true;
    totals.textContent = words;
    pages.replaceChildren();
    findings.replaceChildren();
    save.disabled = true;
    download.hidden = true;
  }

  function refuse(error) {
    progress.hidden = true;
    save.disabled = true;
    download.hidden = true;
    const left = showProblems(form, error.problems ?? []);
    totals.textContent = error.message;
    findings.replaceChildren(...(left.length ? [problemList(left)] : []));
  }

  function show(run) {
    if (run.state === "stopped") {
      totals.textContent = "Stopped. Change anything to print again.";
      return;
    }
    if (run.state === "failed") return refuse({ message: run.message, problems: run.problems });
    const { files, notes, problems } = run.result;
    const left = showProblems(form, problems);
    pages.classList.remove("older");
    totals.textContent = run.result.totals;
    save.disabled = !files.length;
    download.hidden = !files.length;
    download.href = `/${game}/sheets/download/${run.id}`;
    download.textContent = files.length > 1 || files.some((file) => file.pngs.length) ? "Download (zip)" : "Download (PDF)";
    findings.replaceChildren(
      ...notes.map((line) => element("p", { class: "told" }, line)),
      ...(left.length ? [problemList(left)] : []));
    pages.replaceChildren(...files.map((file, number) => fileOf(run, file, number)));
  }

  async function keep() {
    save.disabled = true;
    saved.textContent = "";
    try {
      const begun = await send(`/${game}/sheets/save`, read());
      const run = await follow(`/${game}/sheets/run/${begun.id}`, begun, progress);
      if (run.state === "done") {
        const names = run.result.files.map((file) => `${run.result.folder}/${file.path}`);
        saved.textContent = `Saved: ${names.join(", ")}`;
      } else {
        saved.textContent = run.state === "stopped" ? "Stopped; nothing was saved." : `Not saved: ${run.message}`;
        if (run.problems.length) findings.replaceChildren(problemList(showProblems(form, run.problems)));
      }
    } catch (error) {
      refuse(error);
    } finally {
      save.disabled = false;
    }
  }

  function fileOf(run, file, number) {
    return element("section", { class: "file" },
      element("h3", {}, file.name),
      element("p", { class: "says" }, file.says),
      element("ul", { class: "sheets" }, ...file.sheets.map((sheet) => element("li", { class: "sheet" },
        ...sheet.map((page) => pageOf(run, file, number, page))))));
  }

  function pageOf(run, file, number, { page, side, width, height }) {
    const address = `/${game}/sheets/page/${run.id}/${number}/${page}.png`;
    const called = file.pngs.length ? file.pngs[page].split("/").at(-1) : `page ${page + 1}`;
    const words = [called, side].filter(Boolean).join(", ");
    return element("figure", {},
      element("a", { href: `${address}?w=1600`, target: "_blank", rel: "noopener" },
        element("img", { src: `${address}?w=480`, alt: `${file.name}, ${words}`, loading: "lazy", width: Math.round(width) || null, height: Math.round(height) || null })),
      element("figcaption", {}, words));
  }

  function recall(key) {
    let known;
    try {
      known = JSON.parse(sessionStorage.getItem(key));
    } catch {
      known = null;
    }
    if (known) fillIn(form, known);
  }
}

/** What the form of the sheets asks for; `only` is null where no component is chosen, and empty where all are. */
function read() {
  const values = valuesOf(form);
  const isAll = values.only.length === form.querySelectorAll("[name=only]").length;
  return { ...values, only: isAll ? [] : values.only.length ? values.only : null };
}

function prepareTarget(target) {
  const own = target.querySelector("form");
  const general = own.querySelector(".general");
  const button = own.querySelector("button");
  const link = own.querySelector("a.button");
  const outcome = target.querySelector(".outcome");
  own.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    link.hidden = true;
    general.hidden = true;
    outcome.replaceChildren();
    showProblems(own, []);
    try {
      const { only, select, low_ink } = read();
      const wanted = { ...valuesOf(own), only, select, low_ink };
      const begun = await send(`/${game}/sheets/export/${target.dataset.target}`, wanted);
      const run = await follow(`/${game}/sheets/run/${begun.id}`, begun, target.querySelector(".run"));
      if (run.state === "done") finish(run);
      else if (run.state === "failed") refuse(run);
      else outcome.textContent = "Stopped; nothing was written.";
    } catch (error) {
      refuse(error);
    } finally {
      button.disabled = false;
    }
  });

  function refuse({ message, problems = [] }) {
    const left = showProblems(own, problems);
    general.hidden = false;
    general.textContent = message;
    outcome.replaceChildren(...(left.length ? [problemList(left)] : []));
  }

  function finish(run) {
    const { files, folder, totals, problems } = run.result;
    link.hidden = !files.length;
    link.href = `/${game}/sheets/download/${run.id}`;
    outcome.replaceChildren(
      element("p", {}, `${totals}, in ${folder}`),
      ...(problems.length ? [problemList(problems)] : []),
      element("ul", {}, ...files.map((file) => element("li", {}, element("code", {}, file.path), file.says ? ` ${file.says}` : ""))));
  }
}
