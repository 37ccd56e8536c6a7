// The first page: a game that is read, or saved, is shown anew in its place.

import { fetched, on } from "/static/studio.js";

on("saved", async (state) => {
  // Where the studio ends meanwhile, the page says so of itself.
  const text = await fetched("/").catch(() => "");
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById(`game-${state.game}`);
  const shown = document.getElementById(`game-${state.game}`);
  if (fresh && shown && !shown.contains(document.activeElement)) shown.replaceWith(document.adoptNode(fresh));
});
