"use strict";
// Answers while typing, and copying. Without this script the form is sent and the page answers.
const form = document.getElementById("question");
let timer = null;
let running = null;

async function ask() {
  const state = document.getElementById("state");
  const typed = [...new FormData(form)].filter(([, value]) => value.trim());
  const address = `${form.getAttribute("action")}?${new URLSearchParams(typed)}`;
  if (running) running.abort();
  const mine = (running = new AbortController());
  state.textContent = "computing …";
  try {
    const response = await fetch(address, { signal: mine.signal });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    if (!page.getElementById("answer")) throw new Error("no answer");
    for (const name of ["answer", "brief"]) document.getElementById(name).replaceWith(page.getElementById(name));
    for (const field of form.querySelectorAll(".field")) {
      const control = field.querySelector("[name]");
      const error = page.getElementById(`${control.name}-error`).textContent;
      field.querySelector(".error").textContent = error;
      field.classList.toggle("wrong", Boolean(error));
      if (control.placeholder !== undefined) control.placeholder = page.getElementById(control.name).placeholder;
    }
    document.title = page.title;
    history.replaceState(null, "", address);
    state.textContent = "";
  } catch (error) {
    if (error.name !== "AbortError") state.textContent = "no answer: is replcalc serve still running?";
  }
}

if (form) {
  form.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(ask, 400); });
  form.addEventListener("submit", (event) => { event.preventDefault(); clearTimeout(timer); ask(); });
}
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
  button.textContent = "Copied";
});
