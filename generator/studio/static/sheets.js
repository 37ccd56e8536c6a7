// Sheets: every change of the form prints anew, and the pages are shown before anything is saved.

import { element, game, on, send } from "/static/studio.js";
import { follow, problemList, tellFields } from "/static/runs.js";

const form = document.getElementById("sheets");
if (form) start();

function start() {
  const pages = document.getElementById("pages");
  const totals = document.getElementById("totals");
  const findings = document.getElementById("findings");
  const progress = document.getElementById("run");
  const drawing = document.getElementById("drawing");
  const save = document.getElementById("save");
  const saved = document.getElementById("saved");
  const download = document.getElementById("download");
  const tab = crypto.getRandomValues(new Uint32Array(2)).join("-");
  const memory = `gatepress-sheets-${game}`;
  let asked = 0;
  let waiting;

  // On a narrow screen the pages come first, and the settings when they are asked for.
  if (matchMedia("(max-width: 60rem)").matches) document.getElementById("choose").open = false;
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
    const wanted = { ...read(form), tab };
    sessionStorage.setItem(memory, JSON.stringify(wanted));
    if (!wanted.has_any) return nothing("No component is chosen.");
    pages.classList.add("older");
    busy(true);
    try {
      const begun = await send(`/${game}/sheets/preview`, wanted);
      if (!isWanted()) return;
      tellFields(form, []);
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
    const left = tellFields(form, error.problems ?? []);
    totals.textContent = error.message;
    findings.replaceChildren(...(left.length ? [problemList(left)] : []));
  }

  function show(run) {
    if (run.state === "stopped") {
      totals.textContent = "Stopped. Change anything to print again.";
      return;
    }
    if (run.state === "failed") return refuse({ message: run.message, problems: run.problems });
    const { files, told, problems } = run.result;
    const left = tellFields(form, problems);
    pages.classList.remove("older");
    totals.textContent = run.result.totals;
    save.disabled = !files.length;
    download.hidden = !files.length;
    download.href = `/${game}/sheets/download/${run.id}`;
    download.textContent = files.length > 1 || files.some((file) => file.pngs.length) ? "Download (zip)" : "Download (PDF)";
    findings.replaceChildren(
      ...told.map((line) => element("p", { class: "told" }, line)),
      ...(left.length ? [problemList(left)] : []));
    pages.replaceChildren(...files.map((file, number) => fileOf(run, file, number)));
  }

  async function keep() {
    save.disabled = true;
    saved.textContent = "";
    try {
      const begun = await send(`/${game}/sheets/save`, read(form));
      const run = await follow(`/${game}/sheets/run/${begun.id}`, begun, progress);
      if (run.state === "done") {
        const names = run.result.files.map((file) => `${run.result.folder}/${file.path}`);
        saved.textContent = `Saved: ${names.join(", ")}`;
      } else {
        saved.textContent = run.state === "stopped" ? "Stopped; nothing was saved." : `Not saved: ${run.message}`;
        if (run.problems.length) findings.replaceChildren(problemList(tellFields(form, run.problems)));
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
    if (!known) return;
    for (const input of form.querySelectorAll("[data-setting]")) {
      const value = known.settings?.[input.dataset.setting] ?? "";
      if (input.type === "checkbox") input.checked = value === "true";
      else input.value = value;
    }
    form.querySelector("[data-paper]").value = known.paper || "a4";
    form.querySelector("[data-printer]").value = known.printer ?? "";
    form.querySelector("[data-low-ink]").checked = known.low_ink === true;
    form.querySelector("[data-select]").value = (known.select ?? []).join("\n");
    if (known.only?.length) for (const tick of form.querySelectorAll("[data-only]")) tick.checked = known.only.includes(tick.value);
  }
}

/** What a form asks for; a component that is not ticked is left out. */
function read(form) {
  const ticks = [...form.querySelectorAll("[data-only]")];
  const chosen = ticks.filter((tick) => tick.checked).map((tick) => tick.value);
  return {
    paper: form.querySelector("[data-paper]")?.value || "a4",
    settings: values(form, "setting"),
    options: values(form, "option"),
    printer: form.querySelector("[data-printer]")?.value ?? "",
    low_ink: form.querySelector("[data-low-ink]")?.checked ?? false,
    only: chosen.length === ticks.length ? [] : chosen,
    select: (form.querySelector("[data-select]")?.value ?? "").split("\n").map((line) => line.trim()).filter(Boolean),
    has_any: !ticks.length || chosen.length > 0,
  };
}

function values(form, kind) {
  const found = {};
  for (const input of form.querySelectorAll(`[data-${kind}]`)) {
    const value = input.type === "checkbox" ? (input.checked ? "true" : "") : input.value.trim();
    if (value) found[input.dataset[kind]] = value;
  }
  return found;
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
    tellFields(own, []);
    try {
      const all = read(form);
      const wanted = { ...read(own), only: all.only, select: all.select, low_ink: all.low_ink };
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
    const left = tellFields(own, problems);
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
