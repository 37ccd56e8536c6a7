// What all pages share: requests that change something, and events from the studio.

const token = document.querySelector('meta[name="token"]').content;
export const game = document.body.dataset.game;

/** As `fetch`, but it says so in plain words where the studio is not there any more. */
export async function request(address, asked) {
  return fetch(address, asked).catch(() => {
    throw new Error("the studio does not answer; is it still running?");
  });
}

/**
 * Sends a request that changes something; a form or a file as it is, anything else as JSON. What is neither JSON
 * nor text comes back as a Blob. Rejects with the studio's words where it is refused: the error has the `status`,
 * and all that was `told`.
 */
export async function send(address, body, method = "POST") {
  const isRaw = body instanceof FormData || body instanceof Blob;
  const asked = {
    method,
    headers: { "x-gatepress-token": token, ...(isRaw ? {} : { "content-type": "application/json" }) },
    body: isRaw ? body : JSON.stringify(body ?? {}),
  };
  return contentOf(await request(address, asked));
}

/** Fetches what the studio knows; comes back and rejects as `send` does. */
export const fetched = async (address) => contentOf(await request(address, { headers: { accept: "application/json" } }));

async function contentOf(answer) {
  const type = answer.headers.get("content-type") ?? "text/plain";
  const isJson = type.startsWith("application/json");
  const told = isJson ? await answer.json() : type.startsWith("text/") ? await answer.text() : await answer.blob();
  if (!answer.ok) {
    const words = isJson ? told.message : typeof told === "string" ? told.trim() : "";
    throw Object.assign(new Error(words || "the studio could not do that"), { status: answer.status, told, problems: told?.problems ?? [] });
  }
  return told;
}

// A browser keeps six connections to a host, and each page that listens takes one: a page that nobody has
// looked at for so long lets go of its own, and hears with "hello" what it has missed.
const UNSEEN_MS = 30_000;
const SILENT_MS = 2_000;
const acts = [];
let source;
let unseen;
let silent;

/** Calls a function for each event of a kind. "hello" comes first, and again whenever a page was away. */
export function on(kind, act) {
  const heard = (event) => act(JSON.parse(event.data));
  acts.push([kind, heard]);
  source?.addEventListener(kind, heard);
}

function listen() {
  source = new EventSource(game ? `/${game}/events` : "/events");
  for (const [kind, heard] of acts) source.addEventListener(kind, heard);
  source.addEventListener("open", () => {
    clearTimeout(silent);
    silent = undefined;
    tellConnection();
  });
  source.addEventListener("error", () => {
    if (source.readyState === EventSource.CLOSED) {
      tellConnection("The studio no longer knows this page; open the address it printed when it started.");
    } else {
      silent ??= setTimeout(tellConnection, SILENT_MS, "The studio does not answer. Nothing on this page is lost; it keeps trying.");
    }
  });
}

function tellConnection(message, ...further) {
  document.getElementById("connection").replaceChildren(...(message ? [element("p", {}, message, ...further)] : []));
}

addEventListener("visibilitychange", () => {
  clearTimeout(unseen);
  if (document.hidden) {
    unseen = setTimeout(() => {
      source.close();
      source = undefined;
    }, UNSEEN_MS);
  } else if (!source) {
    listen();
  }
});
// A browser says an error of a page that is left behind, too.
addEventListener("pagehide", () => source?.close());
addEventListener("pageshow", (event) => event.persisted && listen());

let wasHere = false;
on("hello", (state) => {
  if (state.run !== document.body.dataset.run) {
    tellConnection("The studio has been restarted since this page was loaded. ", button(() => location.reload(), {}, "Reload the page"));
  } else if (game && (wasHere || state.revision !== document.body.dataset.revision)) {
    source.dispatchEvent(new MessageEvent("saved", { data: JSON.stringify(state) }));
  }
  wasHere = true;
});
listen();

/** Why something was refused, as a sentence of its own; the place of a mistake in a file stays as it is. */
export function reasonOf({ message, problems = [] }) {
  if (problems.some((problem) => problem.file)) return message;
  return `${message.slice(0, 1).toUpperCase()}${message.slice(1)}${/[\w)'"`]$/.test(message) ? "." : ""}`;
}

export const at = (id) => document.getElementById(id);

/** An element with text, never with markup: names of cards are anybody's. */
export const element = (name, attributes = {}, ...inside) => dressed(document.createElement(name), attributes, inside);

/** A part of a drawing. */
export const svg = (name, attributes = {}, ...inside) => dressed(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, inside);

/** A button, and what it does. */
export function button(act, attributes, ...inside) {
  const made = element("button", { type: "button", ...attributes }, ...inside);
  made.addEventListener("click", act);
  return made;
}

/** A button that opens a file of the game in the user's editor, at a line and column; nothing where no text file is named. */
export function openButton({ file, line, column }) {
  if (!game || !file || /\.(xlsx(:.*)?|png|jpe?g|webp|gif|ttf|otf)$/i.test(file)) return "";
  const made = button(async () => {
    try {
      const { link } = await send(`/${game}/cards/open`, { file, line: line || 1, column: column || 1 });
      if (link) location.assign(link);
      made.title = link ? "No editor was found here, so Visual Studio Code is used; $VISUAL names another" : "";
    } catch (error) {
      made.replaceWith(element("span", {}, reasonOf(error)));
    }
  }, { class: "plain in-editor", "aria-label": `Open in my editor: ${file}, line ${line || 1}` }, "Open in my editor");
  return made;
}

/** A place as a message writes it, FILE:LINE:COLUMN. */
export function placeOf(text) {
  const [, file, line, column] = /^(.*?)(?::(\d+))?(?::(\d+))?$/.exec(text);
  return { file, line: Number(line) || 0, column: Number(column) || 0 };
}

for (const item of document.querySelectorAll("#problems li[data-place]")) item.append(" ", openButton(placeOf(item.dataset.place)));

/** The address of a card's face, `COMPONENT/CARDS/CARD/SIDE.png`. */
export const faceAddress = (face) => `/${game}/face/${face.split("/").map(encodeURIComponent).join("/")}`;

function dressed(made, attributes, inside) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== undefined && value !== null) made.setAttribute(key, value);
  }
  made.append(...inside);
  return made;
}

// Pictures of faces follow the files: `<img data-face="COMPONENT/CARDS/CARD" data-side="front">`.

if (game) {
  const first = document.body.dataset.revision;
  const faces = () => document.querySelectorAll("img[data-face][src]");
  const isOurs = (state) => state.game === game;
  on("saved", (state) => {
    if (!isOurs(state)) return;
    showProblems(state);
    const before = document.body.dataset.revision;
    if (state.renewed === false || !state.revision || state.revision === before) return;
    if (!before) return location.reload();
    document.body.dataset.revision = state.revision;
    const changed = state.changed && new Set(state.changed);
    for (const image of faces()) {
      if (!changed || changed.has(image.dataset.face)) renew(image, state.revision);
    }
  });
  on("checked", (state) => {
    if (!isOurs(state)) return;
    showProblems(state);
    if (!state.revision) return;
    for (const image of faces()) {
      const look = state.looks[`${image.dataset.face}/${image.dataset.side ?? "front"}`];
      const drawn = image.dataset.drawn ?? first;
      const isNew = image.dataset.look ? image.dataset.look === look : drawn === state.revision;
      if (look !== undefined && !isNew) renew(image, look);
      if (look !== undefined) image.dataset.look = look;
    }
    document.body.dataset.revision = state.revision;
  });
}

/** Fetches a picture again. The old one stays until the new one is there, and where it can't be drawn. */
function renew(image, version) {
  const address = new URL(image.src);
  address.searchParams.set("v", version);
  image.dataset.drawn = version;
  delete image.dataset.look;
  const at = image.getBoundingClientRect();
  const isSeen = image.complete && at.bottom > 0 && at.top < innerHeight && at.width > 0;
  if (!isSeen) {
    image.src = address.href;
    return;
  }
  const next = new Image();
  next.src = address.href;
  next.decode().then(() => {
    if (image.dataset.drawn !== version) return;
    // Another size may have been asked for meanwhile.
    const now = new URL(image.src);
    now.searchParams.set("v", version);
    image.src = now.href;
  }, () => {
    // It stays as it was; the problems say why.
  });
}

function showProblems(state) {
  const place = document.getElementById("problems");
  const words = JSON.stringify(state.problems);
  if (place.dataset.told === words) return;
  place.dataset.told = words;
  if (!state.problems.length) return place.replaceChildren();
  const wasOpen = place.querySelector("details")?.open ?? false;
  const list = element("ul", {}, ...state.problems.map((problem) => element("li", { class: problem.severity }, problem.text, " ", openButton(problem))));
  place.replaceChildren(element("details", { open: state.errors > 0 || wasOpen }, element("summary", {}, state.summary), list));
}
