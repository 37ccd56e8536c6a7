// The cards of a component as a page holds them: what stands in the files, what was typed and is not there yet, and
// the one queue in which changes go to the studio.

import { fetched, game, send } from "/static/studio.js";

const TRIES = 4; // times that a change is sent again because a file was changed elsewhere
let counted = 0;

export class Cards {
  constructor(changed) {
    this.changed = changed; // called with words for the notice, or none, whenever something is new
    this.sheet = undefined;
    this.rows = [];
    this.waiting = Promise.resolve();
    this.sending = 0;
    this.left = new Map(); // rows of components that were open before
    this.lost = []; // what was typed into cards that are gone
  }

  get columns() { return this.sheet?.columns ?? []; }
  column(name) { return this.columns.find((column) => column.name === name); }

  /** What a cell says once all that was sent is written: an edit that begins now is one of that. */
  base(row, name) {
    const cell = row.pending[name];
    return cell && !cell.wrong && cell.theirs === undefined ? cell.text : row.own[name] ?? "";
  }

  /** What a cell shows: what was typed, or what stands in the file, or what the card inherits. */
  text(row, name) { return row.pending[name]?.text ?? row.own[name] ?? ""; }
  inherited(row, name) { return row.inherited[name] ?? this.column(name)?.usual ?? ""; }

  /** Opens a component, when all that was typed is sent; what is wrong in another one waits there. */
  open(component) {
    return this.queued(async () => {
      const sheet = await fetched(`/${game}/cards/sheet/${encodeURIComponent(component)}`);
      if (this.sheet) this.left.set(this.sheet.component, this.rows);
      this.rows = this.left.get(component) ?? [];
      this.take(sheet);
      this.changed();
    });
  }

  /** Whether anything that was typed is not written. */
  get isUnwritten() {
    const rows = [...this.left.values(), this.rows].flat();
    return this.sending > 0 || this.lost.length > 0 || rows.some((row) => Object.keys(row.pending).length > 0);
  }

  /** Fetches the sheet again, after a file was saved elsewhere. */
  refresh() {
    return this.queued(async () => {
      const before = JSON.stringify(this.sheet);
      const sheet = await fetched(`/${game}/cards/sheet/${encodeURIComponent(this.sheet.component)}`);
      if (JSON.stringify(sheet) === before) return;
      this.take(sheet);
      this.changed();
    });
  }

  /** Takes a sheet over. `order`: which row each of its rows was, less than 0 for new ones; else cards are known by their ids. */
  take(sheet, order) {
    const before = this.rows;
    const byKey = new Map(before.map((row) => [row.key, row]));
    const isSame = before.length === sheet.rows.length;
    const known = new Set();
    this.rows = sheet.rows.map((row, index) => {
      let old = order ? before[order[index]] : byKey.get(row.key) ?? (isSame && !sheet.rows.some((one) => one.key === before[index].key) ? before[index] : undefined);
      if (known.has(old)) old = undefined;
      known.add(old);
      return { ...row, uid: old?.uid ?? ++counted, pending: settled(row, old?.pending ?? {}) };
    });
    for (const row of order ? [] : before) {
      if (known.has(row) || !Object.keys(row.pending).length) continue;
      this.lose(row, Object.fromEntries(Object.entries(row.pending).map(([name, cell]) => [name, cell.text])));
    }
    this.sheet = sheet;
  }

  /** Keeps what was typed into a card that is gone. */
  lose(row, typed) {
    this.lost.push({ name: nameOf(row), why: "is no longer in its file", typed, cells: { ...row.own, ...typed } });
  }

  row(uid) { return this.rows.find((row) => row.uid === uid); }

  /**
   * Sends edits, each with the `uid` of its row, its `kind` and its `cells`; they are made one after the other. `base`: what
   * the cells said when somebody began to type, if that was not just now.
   * Cells that the studio refuses keep what was typed, marked wrong. Resolves with the uids of new rows.
   */
  edit(edits, session = "") {
    for (const edit of edits) {
      if (edit.kind !== "set") continue;
      const row = this.row(edit.uid);
      edit.base ??= Object.fromEntries(Object.keys(edit.cells).map((name) => [name, this.base(row, name)]));
      for (const [name, text] of Object.entries(edit.cells)) row.pending[name] = { text, base: edit.base[name] };
    }
    this.changed();
    return this.queued(() => this.sent(edits, session));
  }

  queued(act) {
    this.sending += 1;
    const done = this.waiting.then(act).finally(() => { this.sending -= 1; });
    this.waiting = done.catch(() => undefined);
    return done;
  }

  async sent(edits, session) {
    for (let turn = 0; turn < TRIES; turn += 1) {
      const { kept, sending } = this.addressed(edits);
      if (!sending.length) {
        this.changed();
        return [];
      }
      const body = { component: this.sheet.component, files: this.sheet.files, edits: sending, session };
      try {
        const told = await send(`/${game}/cards/edit`, body);
        return this.done(told, kept);
      } catch (error) {
        if (!error.told?.sheet) {
          this.refused(kept, error);
          return [];
        }
        this.take(error.told.sheet);
      }
    }
    this.refused(edits, new Error("the files keep changing; nothing was written"));
    return [];
  }

  /** The edits by the numbers of their rows. A cell that was changed elsewhere meanwhile stays here as a conflict. */
  addressed(edits) {
    const kept = [];
    const sending = [];
    for (const edit of edits) {
      const number = this.rows.findIndex((row) => row.uid === edit.uid);
      const row = this.rows[number];
      if (!row) continue;
      const cells = { ...edit.cells };
      for (const name of Object.keys(edit.base ?? {})) {
        const theirs = row.own[name] ?? "";
        if (theirs === edit.base[name] || theirs === cells[name]) continue;
        row.pending[name] = { text: cells[name], base: edit.base[name], theirs };
        delete cells[name];
      }
      if (edit.kind === "set" && !Object.keys(cells).length) continue;
      kept.push(edit);
      sending.push({ row: number, kind: edit.kind, cells });
    }
    return { kept, sending };
  }

  done(told, edits) {
    const wrong = new Map();
    const general = [];
    for (const problem of told.wrong) {
      const edit = edits[problem.edit];
      const said = wordsOf(problem);
      if (edit && problem.field && problem.field in edit.cells) wrong.set(`${problem.edit}/${problem.field}`, said);
      if (edit?.kind !== "set" || !(problem.field in edit.cells)) general.push(said);
    }
    const numbers = edits.map((edit) => this.rows.findIndex((row) => row.uid === edit.uid));
    this.take(told.sheet, told.order);
    const made = [];
    edits.forEach((edit, index) => {
      // A new row has what was wrong with it as its own.
      const isNew = edit.kind === "add" || edit.kind === "duplicate";
      const row = this.rows[told.order.indexOf(isNew ? -1 - index : numbers[index])];
      if (isNew && row) made.push(row.uid);
      if (isNew && !row) this.lost.push({ name: edit.cells.name || "The new card", why: "could not be added", typed: edit.cells, cells: edit.cells });
      if (row && edit.kind !== "delete") this.ended(row, edit, (name) => wrong.get(`${index}/${name}`), isNew ? "" : general.at(0));
    });
    this.changed([...new Set(general)].slice(0, 3).join(" "));
    return made;
  }

  /** What is left of an edit that was made: cells that are wrong. */
  ended(row, edit, wrongOf, otherwise) {
    for (const [name, text] of Object.entries(edit.cells)) {
      const pending = row.pending[name];
      const wrong = wrongOf(name) ?? ((row.own[name] ?? "") === text.trim() ? undefined : otherwise);
      // Somebody may have typed on meanwhile.
      if (pending && (pending.text !== text || pending.theirs !== undefined)) continue;
      if (wrong) row.pending[name] = { text, base: row.own[name] ?? "", wrong };
      else delete row.pending[name];
    }
  }

  /** What was typed stays on the page, with the reason. */
  refused(edits, error) {
    for (const edit of edits) {
      const row = this.row(edit.uid);
      if (edit.kind !== "set" || !row) continue;
      for (const name of Object.keys(edit.cells)) if (row.pending[name]) row.pending[name] = { ...row.pending[name], wrong: error.message };
    }
    this.changed(error.message);
  }

  /** Takes the last edit back, or makes it again. */
  go(way) {
    return this.queued(async () => {
      try {
        const told = await send(`/${game}/cards/${way}`, {});
        if (told.sheet.component === this.sheet.component) this.take(told.sheet);
        this.changed("", told.sheet.component);
      } catch (error) {
        this.changed(error.message);
      }
    });
  }

  /** Ends a conflict: what is typed here is written over what is there, or given up. */
  settle(row, name, isMine) {
    const { text } = row.pending[name];
    delete row.pending[name];
    if (isMine) return this.edit([{ uid: row.uid, kind: "set", cells: { [name]: text } }]);
    this.changed();
    return undefined;
  }

  /** Gives up what was typed and is not written. */
  drop(row, name) {
    delete row.pending[name];
    this.changed();
  }
}

export const nameOf = (row) => row.own.name || row.own.title || row.inherited.name || row.id;

/** What is still to be written of a row: a cell that says by now what was typed is done. */
function settled(row, pending) {
  return Object.fromEntries(Object.entries(pending).flatMap(([name, cell]) => {
    const there = row.own[name] ?? "";
    if (there === cell.text) return [];
    if (cell.theirs !== undefined || cell.wrong) return [[name, there === cell.base ? cell : { ...cell, theirs: there }]];
    return [[name, cell]];
  }));
}

export function wordsOf(problem) {
  const words = problem.hint ? `${problem.message}; ${problem.hint}` : problem.message;
  const said = words.replaceAll("`", "");
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}.`;
}

/** A table as spreadsheets copy it, as rows of cells: tabs part cells, quotes hold line ends. */
export function fromTabs(text) {
  const rows = [[]];
  let at = 0;
  const source = text.replaceAll("\r\n", "\n").replace(/\n$/, "");
  while (at <= source.length) {
    let cell = "";
    if (source[at] === '"') {
      const found = /^"((?:[^"]|"")*)"(?=[\t\n]|$)/.exec(source.slice(at));
      if (found) {
        cell = found[1].replaceAll('""', '"');
        at += found[0].length;
      } else {
        const end = source.slice(at).search(/[\t\n]|$/);
        cell = source.slice(at, at + end);
        at += end;
      }
    } else {
      const end = source.slice(at).search(/[\t\n]|$/);
      cell = source.slice(at, at + end);
      at += end;
    }
    rows.at(-1).push(cell);
    if (source[at] === "\n") rows.push([]);
    at += 1;
  }
  return rows;
}

export const toTabs = (rows) => rows.map((row) => row.map((cell) => (/[\t\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join("\t")).join("\n");
