// The first page: a game that is read, or saved, is shown anew in its place.

import { on } from "/static/studio.js";

on("saved", async (state) => {
  const answer = await fetch("/");
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(`game-${state.game}`);
  const shown = document.getElementById(`game-${state.game}`);
  if (fresh && shown && !shown.contains(document.activeElement)) shown.replaceWith(document.adoptNode(fresh));
});
