// What the table asks and shows apart from the cloth: menus at a place, and dialogs.

import { button, element } from "/static/studio.js";

/** A menu at a point of the window; `items`: {label, key, act}, or null for a line between. */
export function openMenu(x, y, items, label) {
  document.querySelector(".menu")?.close();
  const back = document.activeElement;
  const menu = element("div", { class: "menu", role: "menu", "aria-label": label });
  menu.close = (isBack = true) => {
    menu.remove();
    document.removeEventListener("pointerdown", outside, true);
    if (isBack && back?.isConnected) back.focus({ preventScroll: true });
  };
  const outside = (event) => menu.contains(event.target) || menu.close(false);
  for (const item of items) {
    if (!item) {
      menu.append(element("hr", { role: "separator" }));
      continue;
    }
    const choose = () => {
      menu.close();
      item.act();
    };
    menu.append(button(choose, { role: "menuitem", tabindex: "-1" }, element("span", {}, item.label), item.key ? element("kbd", {}, item.key) : ""));
  }
  const entries = [...menu.querySelectorAll("button")];
  menu.addEventListener("keydown", (event) => {
    const at = entries.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (to !== undefined) entries.at(to % entries.length)?.focus();
    else if (event.key === "Escape" || event.key === "Tab") menu.close();
    else return event.stopPropagation();
    event.preventDefault();
    event.stopPropagation();
  });
  document.body.append(menu);
  const { width, height } = menu.getBoundingClientRect();
  menu.style.left = `${Math.max(4, Math.min(x, innerWidth - width - 4))}px`;
  menu.style.top = `${Math.max(4, Math.min(y, innerHeight - height - 4))}px`;
  document.addEventListener("pointerdown", outside, true);
  entries[0]?.focus();
}

/** A dialog that is open; it goes away when it is closed. `actions`: {label, act, plain}; act may return false. */
export function openDialog(title, content, actions = []) {
  const heading = element("h2", { id: "dialog-title" }, title);
  const said = element("p", { class: "refused", role: "alert" });
  const form = element("form", { method: "dialog" }, heading, ...content, said);
  const dialog = element("dialog", { class: "ask", "aria-labelledby": "dialog-title" }, form);
  dialog.say = (text) => { said.textContent = text; };
  const row = element("div", { class: "row" });
  actions.forEach(({ label, act, plain }, at) => {
    const made = element("button", { type: at === 0 ? "submit" : "button", class: plain ? "plain" : undefined }, label);
    const run = async (event) => {
      event.preventDefault();
      said.textContent = "";
      try {
        if ((await act(dialog)) !== false) dialog.close();
      } catch (error) {
        said.textContent = error.message;
      }
    };
    if (at === 0) form.addEventListener("submit", run);
    else made.addEventListener("click", run);
    row.append(made);
  });
  row.append(button(() => dialog.close(), { class: "plain" }, actions.length ? "Cancel" : "Close"));
  form.append(row);
  if (!actions.length) form.addEventListener("submit", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** A labelled field. */
export function field(label, input) {
  return element("label", { class: "field" }, element("span", {}, label), input);
}

export function numberField(value, least, most) {
  return element("input", { type: "number", value: String(value), min: String(least), max: String(most), step: "1", required: true });
}

export function choice(options, chosen) {
  return element("select", {}, ...options.map(([value, text]) => element("option", { value: String(value), selected: String(value) === String(chosen) }, text)));
}
