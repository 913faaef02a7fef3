"use strict";
// Lines of the graph that light up under the pointer, and the search.
document.addEventListener("DOMContentLoaded", () => {
  for (const svg of document.querySelectorAll("svg.graph")) lightUp(svg);
  const query = document.getElementById("query");
  if (query) search(query);
});

function lightUp(svg) {
  const light = (name, on) => {
    for (const edge of svg.querySelectorAll(".edge"))
      if (edge.dataset.from === name || edge.dataset.to === name) edge.classList.toggle("lit", on);
  };
  for (const node of svg.querySelectorAll(".node")) {
    for (const kind of ["pointerenter", "focus"]) node.addEventListener(kind, () => light(node.dataset.name, true));
    for (const kind of ["pointerleave", "blur"]) node.addEventListener(kind, () => light(node.dataset.name, false));
  }
}

function search(query) {
  const pages = window.searchIndex.map((page) => ({ ...page, low: (page.t + " " + page.w).toLowerCase(), title: page.t.toLowerCase() }));
  const found = document.getElementById("found"), results = document.getElementById("results");
  const run = () => {
    const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
    const hits = words.length ? pages.filter((page) => words.every((word) => page.low.includes(word))) : [];
    const worth = (page) => words.reduce((sum, word) => sum + (page.title.includes(word) ? 50 : 0) + Math.min(9, page.low.split(word).length - 1), 0);
    hits.sort((a, b) => worth(b) - worth(a));
    found.textContent = words.length ? `${hits.length} page${hits.length === 1 ? "" : "s"}` : "";
    results.replaceChildren(...hits.slice(0, 40).map((page) => {
      const item = document.createElement("li"), link = document.createElement("a"), text = document.createElement("p");
      link.href = page.u; link.textContent = page.t;
      const at = Math.max(0, page.w.toLowerCase().indexOf(words[0]) - 60);
      const piece = (at ? "…" : "") + page.w.slice(at, at + 200) + "…", where = piece.toLowerCase().indexOf(words[0]);
      if (where < 0) text.textContent = piece;
      else {
        const mark = document.createElement("mark");
        mark.textContent = piece.slice(where, where + words[0].length);
        text.append(piece.slice(0, where), mark, piece.slice(where + words[0].length));
      }
      item.append(link, text);
      return item;
    }));
  };
  query.form.addEventListener("submit", (event) => event.preventDefault());
  query.addEventListener("input", () => { history.replaceState(null, "", "?q=" + encodeURIComponent(query.value)); run(); });
  query.value = new URLSearchParams(location.search).get("q") || "";
  run();
}
