// Enhances pages that already work: streams answers, swaps regions, opens context in a dialog. No dependencies.
import { stream } from "./stream.js";
import { wireComplete } from "./complete.js";
import { wireRegions } from "./regions.js";

document.documentElement.classList.add("script");
// Tells the server that answers may be streamed to this browser; says nothing else.
if (!document.cookie.includes("weigh_script=1")) {
  document.cookie = "weigh_script=1; path=/; max-age=31536000; samesite=lax" + (location.protocol === "https:" ? "; secure" : "");
}

wireComplete(document);
wireRegions(document);

const answer = document.getElementById("answer");
if (answer?.dataset.stream) stream(answer);

document.addEventListener("input", (event) => {
  const slider = event.target.closest?.("[data-weight]");
  if (slider) slider.parentElement.querySelector("output").textContent = slider.value;
});

document.addEventListener("click", (event) => {
  const add = event.target.closest?.("[data-add-row]");
  if (add) addRow(add);
  if (event.target.closest?.("[data-print]")) window.print();
});

function addRow(button) {
  const rows = button.parentElement.querySelector("[data-rows]");
  const all = rows.querySelectorAll("[data-row]");
  if (all.length >= 8) return;
  const copy = all[all.length - 1].cloneNode(true);
  const old = (all.length - 1) % 8;
  if (copy.classList.replace(`obj-${old}`, `obj-${all.length % 8}`)) {
    const badge = copy.querySelector(".badge");
    badge.className = `badge obj-${all.length % 8}`;
    badge.textContent = String.fromCharCode(65 + all.length);
  }
  for (const label of copy.querySelectorAll(".hidden-label")) label.textContent = label.textContent.replace(/\d+/, all.length + 1);
  for (const input of copy.querySelectorAll("input:not([type=range])")) { input.value = ""; input.required = false; }
  rows.append(copy);
  copy.querySelector("input").focus();
}
