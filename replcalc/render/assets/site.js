"use strict";
// Zoom and search: what the pages offer beyond reading.
document.addEventListener("DOMContentLoaded", () => {
  const svg = document.getElementById("graph");
  if (svg) zoomable(svg);
  const query = document.getElementById("query");
  if (query) search(query);
});

function zoomable(svg) {
  const canvas = svg.parentElement, whole = svg.viewBox.baseVal;
  const all = { x: whole.x, y: whole.y, width: whole.width, height: whole.height };
  let box = { ...all };
  const start = () => { // letters that can be read, from the left: Fit shows the whole
    const width = Math.min(all.width, canvas.clientWidth * 1.55), height = width * canvas.clientHeight / canvas.clientWidth;
    box = { x: 0, y: 0, width, height };
  };
  canvas.classList.add("live");
  document.querySelector(".zoom").hidden = false;
  const show = () => svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
  const zoom = (factor, at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }) => {
    const width = Math.min(all.width * 1.5, Math.max(300, box.width * factor)), used = width / box.width;
    box = { x: at.x - (at.x - box.x) * used, y: at.y - (at.y - box.y) * used, width, height: box.height * used };
    show();
  };
  const place = (event) => {
    const matrix = svg.getScreenCTM().inverse();
    return { x: event.clientX * matrix.a + matrix.e, y: event.clientY * matrix.d + matrix.f };
  };
  start();
  show();
  const actions = { in: () => zoom(0.7), out: () => zoom(1 / 0.7), fit: () => { box = { ...all }; show(); } };
  for (const button of document.querySelectorAll("[data-zoom]")) button.onclick = actions[button.dataset.zoom];
  canvas.addEventListener("wheel", (event) => { event.preventDefault(); zoom(event.deltaY < 0 ? 0.85 : 1 / 0.85, place(event)); }, { passive: false });
  canvas.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (step) { box.x += step[0] * box.width / 10; box.y += step[1] * box.height / 10; show(); event.preventDefault(); }
    if (event.key === "+") zoom(0.7);
    if (event.key === "-") zoom(1 / 0.7);
  });
  let from = null, moved = false;
  canvas.addEventListener("pointerdown", (event) => { from = place(event); moved = false; });
  window.addEventListener("pointerup", () => { from = null; });
  canvas.addEventListener("pointermove", (event) => {
    if (!from) return;
    const now = place(event);
    if (Math.hypot(now.x - from.x, now.y - from.y) > 4) moved = true;
    box.x -= now.x - from.x; box.y -= now.y - from.y; show();
  });
  svg.addEventListener("click", (event) => { if (moved) event.preventDefault(); }, true);
  svg.addEventListener("dragstart", (event) => event.preventDefault());
  const nodes = new Map([...svg.querySelectorAll(".node")].map((node) => [node.dataset.name, node]));
  const light = (name, on) => {
    for (const edge of svg.querySelectorAll(".edge")) {
      if (edge.dataset.from !== name && edge.dataset.to !== name) continue;
      edge.classList.toggle("lit", on);
      nodes.get(edge.dataset.from).classList.toggle("lit", on);
      nodes.get(edge.dataset.to).classList.toggle("lit", on);
    }
  };
  for (const [name, node] of nodes) {
    for (const kind of ["pointerenter", "focus"]) node.addEventListener(kind, () => light(name, true));
    for (const kind of ["pointerleave", "blur"]) node.addEventListener(kind, () => light(name, false));
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
