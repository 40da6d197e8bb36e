// Reads an answer as it comes about and fills the frame's regions. Text arrives as HTML that the server escaped.
import { fill, announce } from "./regions.js";

const NAMES = { parse: "Understood", retrieve: "Found", classify: "Read", rank: "Weighed", aspects: "Found", summarize: "Summed up" };

export function stream(answer) {
  const source = new EventSource(answer.dataset.stream);
  const progress = document.getElementById("progress");
  const detail = document.getElementById("progress-detail");
  const stages = [...progress.querySelectorAll("[data-stage]")];

  const stop = (text) => {
    source.close();
    answer.removeAttribute("aria-busy");
    progress.classList.add("done");
    progress.replaceChildren(text);
  };

  document.getElementById("cancel").addEventListener("click", () => {
    stop("Stopped. ");
    const again = Object.assign(document.createElement("a"), { href: location.href, textContent: "Ask again" });
    progress.append(again);
    for (const box of answer.querySelectorAll(".skeleton-box")) box.closest(".region")?.replaceChildren();
    announce("Stopped.");
    again.focus();
  });

  source.addEventListener("stage", (event) => {
    const { stage, detail: words } = JSON.parse(event.data);
    const at = stages.findIndex((item) => item.dataset.stage === stage);
    stages.forEach((item, i) => {
      item.classList.toggle("past", at >= 0 ? i <= at : stage === "done");
      item.classList.toggle("now", i === at + 1 && stage !== "done");
    });
    if (NAMES[stage]) {
      detail.textContent = stage === "parse" ? "" : words;
      announce(`${NAMES[stage]}: ${words}`);
    }
  });

  source.addEventListener("region", (event) => {
    const { id, html } = JSON.parse(event.data);
    fill(id, html);
  });

  source.addEventListener("done", (event) => {
    const { url, id, title, progress: line } = JSON.parse(event.data);
    stop("");
    progress.innerHTML = line;
    answer.dataset.answer = id;
    history.replaceState(null, "", url + location.hash);
    document.title = `${title} – Weigh`;
    announce(document.querySelector(".verdict-text, .state h2")?.textContent ?? "Done.");
  });

  source.addEventListener("problem", (event) => {
    const { html } = JSON.parse(event.data);
    fail(html);
  });

  // EventSource would silently ask again; a question is asked once.
  source.addEventListener("error", async () => {
    if (source.readyState === EventSource.CLOSED && answer.dataset.answer) return;
    source.close();
    try {
      const reply = await fetch(answer.dataset.stream, { headers: { accept: "text/event-stream" } });
      if (reply.ok) { await reply.body?.cancel(); location.reload(); return; }
      const { error } = await reply.json();
      const box = document.createElement("div");
      box.className = "card state state-problem";
      box.append(Object.assign(document.createElement("h2"), { textContent: reply.status === 429 ? "That was a lot at once." : reply.status === 503 ? "Too many questions at the moment." : "That did not work." }));
      box.append(Object.assign(document.createElement("p"), { textContent: error.message }));
      fail(box.outerHTML);
    } catch {
      fail('<div class="card state state-problem"><h2>The server cannot be reached.</h2><p>Check the connection and ask again.</p></div>');
    }
  });

  function fail(html) {
    stop("");
    const again = Object.assign(document.createElement("a"), { href: location.href, textContent: "Ask again" });
    progress.append(again);
    fill("verdict", html);
    for (const id of ["summary", "arguments", "around"]) fill(id, "");
    if (document.querySelector("#understood .skeleton-box")) fill("understood", "");
    announce(document.querySelector("#verdict h2")?.textContent ?? "That did not work.");
  }
}
