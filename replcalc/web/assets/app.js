"use strict";
// Live answers, sliders, copying. Everything here is also there without it: the form is sent, the page answers.
const form = document.getElementById("question");
if (form) start();

function start() {
  const reply = document.getElementById("answer"), state = document.getElementById("state"), command = form.dataset.command;
  const brief = document.getElementById("brief");
  let waiting = null, asked = 0;

  const query = () => {
    const pairs = [];
    for (const [name, value] of new FormData(form)) if (value.trim()) pairs.push([name, value.trim()]);
    return new URLSearchParams(pairs).toString();
  };
  const marked = (errors) => {
    for (const field of form.querySelectorAll(".field")) {
      const control = field.querySelector("[name]"), found = errors.find((error) => error.field === control.name);
      field.classList.toggle("wrong", Boolean(found));
      field.querySelector(".error").textContent = found ? found.message : "";
      if (found) control.setAttribute("aria-invalid", "true"); else control.removeAttribute("aria-invalid");
      if (found) { const more = field.closest("details"); if (more) more.open = true; }
    }
  };
  const assume = (assumed) => { // what an empty field stands for
    for (const control of form.querySelectorAll("input[type=text]")) {
      const value = assumed[control.name];
      if (value) control.placeholder = `${value} (assumed)`;
      else if (control.dataset.assumed) control.placeholder = "";
      control.dataset.assumed = value || "";
      control.dispatchEvent(new Event("assumed"));
    }
  };
  const ask = async () => {
    const text = query(), mine = ++asked;
    if (waiting) waiting.abort();
    waiting = new AbortController();
    history.replaceState(null, "", text ? `?${text}` : location.pathname);
    if (!text) return;
    reply.setAttribute("aria-busy", "true");
    state.textContent = "computing …";
    const began = performance.now();
    try {
      const response = await fetch(`/live/${command}?${text}`, { signal: waiting.signal });
      const found = await response.json();
      if (mine !== asked) return;
      marked(found.errors);
      if (found.status === 200) {
        reply.innerHTML = found.html;
        document.title = `${found.title} — replcalc`;
        assume(found.assumed);
        brief.textContent = found.title;
        brief.hidden = false;
        state.textContent = `answered in ${((performance.now() - began) / 1000).toFixed(1)} s`;
      } else {
        const general = found.errors.filter((error) => !error.field).map((error) => error.message).join("; ");
        state.textContent = general || "not answered: see the field marked; what is below is the answer before";
        if (general && found.status !== 503) reply.innerHTML = found.html;
      }
    } catch (error) {
      if (error.name !== "AbortError") state.textContent = "no answer: is replcalc serve still running?";
      if (error.name === "AbortError") return;
    }
    reply.setAttribute("aria-busy", "false");
  };
  let timer = null;
  const soon = () => { clearTimeout(timer); timer = setTimeout(ask, 300); };

  form.addEventListener("input", soon);
  form.addEventListener("submit", (event) => { event.preventDefault(); clearTimeout(timer); ask(); });
  sliders(soon);
  reply.addEventListener("click", (event) => { // another plot in place of the one shown
    const link = event.target.closest("[data-plot]");
    if (!link || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const figure = link.closest("figure"), image = figure.querySelector("img") || document.createElement("img");
    figure.prepend(image);
    image.classList.add("waiting");
    state.textContent = "drawing …";
    image.onload = () => { image.classList.remove("waiting"); state.textContent = "drawn"; };
    image.onerror = () => { image.classList.remove("waiting"); state.textContent = "this plot could not be drawn in time"; };
    image.alt = `Samples against ${link.textContent.trim()}, every way a curve`;
    image.src = link.getAttribute("href");
  });
  reply.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const text = document.getElementById(button.dataset.copy).textContent;
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(document.getElementById(button.dataset.copy));
      button.textContent = "Selected";
    }
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  });
  if (!location.search) ask();
}

// A slider moves the value, or how many there are of it, in a text such as 100x1000; the text stays what is asked.
function sliders(changed) {
  for (const slider of document.querySelectorAll(".slider")) {
    const text = document.getElementById(slider.dataset.for), part = slider.dataset.part, whole = slider.dataset.whole === "1";
    const low = Math.log(Number(slider.dataset.low)), high = Math.log(Number(slider.dataset.high));
    const parts = () => /^\s*([0-9.eE+-]+)(?:\s*x\s*([0-9]+))?\s*$/.exec(text.value || text.dataset.assumed || "");
    const follow = () => {
      const found = parts(), value = found ? Number(part === "count" ? found[2] || "1" : found[1]) : NaN;
      slider.disabled = !found && text.value.trim() !== "";
      const at = value > 0 ? (Math.log(value) - low) / (high - low) : 0;
      slider.value = Math.round(1000 * Math.min(1, Math.max(0, at)));
      slider.classList.toggle("assumed", !text.value && Boolean(found));
      slider.classList.toggle("unset", !text.value && !found);
      slider.setAttribute("aria-valuetext", text.value || (text.dataset.assumed ? `${text.dataset.assumed}, assumed` : "not given"));
    };
    slider.addEventListener("input", (event) => {
      event.stopPropagation();
      const value = Math.exp(low + (high - low) * slider.value / 1000), found = parts();
      const round = whole ? String(Math.max(1, Number(value.toPrecision(2)))) : plain(value);
      if (part === "count") text.value = `${found ? found[1] : "100"}x${round}`;
      else text.value = found && found[2] ? `${round}x${found[2]}` : round;
      slider.classList.remove("assumed", "unset");
      slider.setAttribute("aria-valuetext", text.value);
      for (const other of document.querySelectorAll(`.slider[data-for="${text.id}"]`)) if (other !== slider) other.disabled = false;
      changed();
    });
    text.addEventListener("input", follow);
    text.addEventListener("assumed", follow);
    slider.parentElement.hidden = false;
    follow();
  }
}

function plain(value) { // two digits, as a person types them
  const [digits, power] = value.toExponential(1).split("e");
  return Number(power) < -3 ? `${digits.replace(/\.0$/, "")}e${Number(power)}` : String(Number(value.toPrecision(2)));
}
