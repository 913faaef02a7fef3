"use strict";
// Zoom and search: what the pages offer beyond reading.
document.addEventListener("DOMContentLoaded", () => {
  const svg = document.getElementById("graph");
  if (svg) zoomable(svg);
  const query = document.getElementById("query");
  if (query) search(query);
});

const NODE = { width: 196, height: 24 }; // the size of a box

function zoomable(svg) {
  const canvas = svg.parentElement, whole = svg.viewBox.baseVal;
  let all = { x: whole.x, y: whole.y, width: whole.width, height: whole.height }, box = { ...all };
  const everything = { ...all };
  const fit = () => { // in the shape of the canvas, in the middle, never larger than life
    const width = Math.max(all.width, canvas.clientWidth), height = Math.max(all.height, canvas.clientHeight);
    box = { x: all.x - (width - all.width) / 2, y: all.y - (height - all.height) / 2, width, height };
    show();
  };
  canvas.classList.add("live");
  document.querySelector(".zoom").hidden = false;
  const show = () => svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
  const zoom = (factor, at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }) => {
    const width = Math.min(everything.width * 1.5, Math.max(300, box.width * factor)), used = width / box.width;
    box = { x: at.x - (at.x - box.x) * used, y: at.y - (at.y - box.y) * used, width, height: box.height * used };
    show();
  };
  const place = (event) => {
    const matrix = svg.getScreenCTM().inverse();
    return { x: event.clientX * matrix.a + matrix.e, y: event.clientY * matrix.d + matrix.f };
  };
  const actions = { in: () => zoom(0.7), out: () => zoom(1 / 0.7), fit, all: () => chosenByHand("") };
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
  const edges = [...svg.querySelectorAll(".edge")];
  for (const edge of edges) edge.dataset.path = edge.getAttribute("d");
  const uses = new Map([...nodes.keys()].map((name) => [name, []])), users = new Map([...nodes.keys()].map((name) => [name, []]));
  for (const edge of edges) { uses.get(edge.dataset.from).push(edge.dataset.to); users.get(edge.dataset.to).push(edge.dataset.from); }
  const reached = (name, along) => {
    const found = new Set([name]);
    for (const one of found) for (const next of along.get(one)) found.add(next);
    return found;
  };
  const move = (name, x, y) => { const node = nodes.get(name); node.setAttribute("transform", `translate(${x - node.dataset.x} ${y - node.dataset.y})`); };
  const field = document.getElementById("choose"), told = document.getElementById("shown");
  // One statement with all that it rests on, below it, and all that rests on it, above: rows by the longest way to them.
  const choose = (name) => {
    const chosen = nodes.has(name), kept = chosen ? new Set([...reached(name, uses), ...reached(name, users)]) : new Set(nodes.keys());
    for (const [other, node] of nodes) { node.toggleAttribute("hidden", !kept.has(other)); node.classList.toggle("chosen", other === name); }
    for (const edge of edges) edge.toggleAttribute("hidden", !kept.has(edge.dataset.from) || !kept.has(edge.dataset.to));
    told.textContent = chosen ? `${kept.size} of ${nodes.size} statements` : `all ${nodes.size} statements`;
    field.value = chosen ? name : "";
    if (chosen) all = rows([...kept]);
    else {
      for (const node of nodes.values()) node.removeAttribute("transform");
      for (const edge of edges) edge.setAttribute("d", edge.dataset.path);
      all = { ...everything };
    }
    fit();
  };
  const rows = (kept) => {
    const inside = new Set(kept), depth = new Map(), most = Math.min(6, Math.max(2, Math.floor(canvas.clientWidth / (NODE.width + 16))));
    const deep = (name) => {
      if (!depth.has(name)) depth.set(name, Math.max(0, ...users.get(name).filter((user) => inside.has(user)).map((user) => deep(user) + 1)));
      return depth.get(name);
    };
    const layers = [];
    for (const name of kept) (layers[deep(name)] ||= []).push(name);
    const across = new Map();
    let y = 20, widest = 0;
    for (const layer of layers) {
      const middle = (name) => { // below what uses it
        const above = users.get(name).filter((user) => across.has(user)).map((user) => across.get(user));
        return above.length ? above.reduce((sum, x) => sum + x, 0) / above.length : 0;
      };
      layer.sort((a, b) => middle(a) - middle(b));
      for (let first = 0; first < layer.length; first += most) {
        const row = layer.slice(first, first + most), width = row.length * (NODE.width + 16) - 16;
        row.forEach((name, place) => { const x = place * (NODE.width + 16) - width / 2; across.set(name, x); move(name, x, y); depth.set(name, y); });
        widest = Math.max(widest, width);
        y += NODE.height + 14;
      }
      y += 18;
    }
    for (const edge of edges) {
      if (!inside.has(edge.dataset.from) || !inside.has(edge.dataset.to)) continue;
      const x = across.get(edge.dataset.from) + NODE.width / 2, top = depth.get(edge.dataset.from) + NODE.height;
      const end = across.get(edge.dataset.to) + NODE.width / 2, bottom = depth.get(edge.dataset.to), half = (top + bottom) / 2;
      edge.setAttribute("d", `M${x} ${top}C${x} ${half} ${end} ${half} ${end} ${bottom}`);
    }
    return { x: -widest / 2 - 20, y: 0, width: widest + 40, height: y };
  };
  const chosenByHand = (name) => { choose(name); history.replaceState(null, "", `#${name || "everything"}`); };
  const wanted = () => decodeURIComponent(location.hash.slice(1));
  field.addEventListener("change", () => {
    const words = field.value.toLowerCase().trim();
    const titles = [...nodes].map(([name, node]) => [name, `${name} ${node.querySelector("title").textContent}`.toLowerCase()]);
    const found = nodes.has(field.value) ? field.value : (titles.find(([, title]) => words && title.includes(words)) || [""])[0];
    if (words && !found) told.textContent = `nothing is called '${field.value}'`;
    else chosenByHand(found);
  });
  window.addEventListener("hashchange", () => choose(wanted()));
  choose(wanted() || (nodes.has("thm:main") ? "thm:main" : ""));
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
