// Every interaction is a link or form that also works without this file; here only the changed regions are replaced.

export function announce(text) {
  const status = document.getElementById("status");
  if (status) status.textContent = text;
}

// Replaces a region's content; keeps what the reader opened and where the focus was.
export function fill(id, html) {
  const region = document.getElementById(id);
  if (!region) return;
  if (id === "understood" && region.querySelector("details[open]")) return;
  const open = [...region.querySelectorAll("details[id][open]")].map((item) => item.id);
  const focused = region.contains(document.activeElement) ? document.activeElement.id : "";
  region.innerHTML = html;
  for (const key of open) document.getElementById(key)?.setAttribute("open", "");
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

async function swap(url, names) {
  const reply = await fetch(url, { headers: { "x-regions": names } });
  if (!reply.ok) { location.href = url; return; }
  const { regions, status } = await reply.json();
  for (const [id, html] of Object.entries(regions)) fill(id, html);
  history.replaceState(null, "", url);
  if (names.includes("verdict")) announce(status);
}

async function showContext(url) {
  const dialog = document.getElementById("dialog");
  if (!dialog) { location.href = url; return; }
  const reply = await fetch(url, { headers: { "x-regions": "context" } });
  if (!reply.ok) { location.href = url; return; }
  dialog.innerHTML = await reply.text();
  if (!dialog.open) dialog.showModal();
  const passage = dialog.querySelector(".passage");
  const focus = dialog.querySelector("#focus");
  if (passage && focus) passage.scrollTop = Math.max(0, focus.offsetTop - passage.offsetTop - passage.clientHeight / 3);
}

function light(id) {
  for (const item of document.querySelectorAll(".argument.lit")) item.classList.remove("lit");
  const argument = document.getElementById(id);
  if (!argument) return;
  argument.classList.add("lit");
  argument.scrollIntoView({ block: "center" });
  argument.focus({ preventScroll: true });
}

export function wireRegions(root) {
  root.addEventListener("click", async (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
    const link = event.target.closest("a[href]");
    if (link?.dataset.cite) {
      event.preventDefault();
      const [address, anchor] = link.getAttribute("href").split("#");
      if (address) await swap(address, "arguments summary");
      light(anchor);
    } else if (link && "dialog" in link.dataset) {
      event.preventDefault();
      await showContext(link.href);
    } else if (link?.dataset.swap) {
      event.preventDefault();
      await swap(link.href, link.dataset.swap);
    } else if (!link && !event.target.closest("button, summary") && !getSelection().toString()) {
      const says = event.target.closest("[data-context]");
      if (says?.dataset.context) await showContext(says.dataset.context);
    }
    if (event.target.id === "dialog") event.target.close();
  });

  root.addEventListener("change", async (event) => {
    const form = event.target.closest("[data-swap-form]");
    if (form) await swap(`${form.action}?${new URLSearchParams(new FormData(form))}`, form.dataset.swapForm);
  });

  root.addEventListener("submit", async (event) => {
    const form = event.target.closest("[data-feedback]");
    if (!form) return;
    event.preventDefault();
    const body = new URLSearchParams(new FormData(form));
    const reply = await fetch(form.action, { method: "POST", body, headers: { accept: "application/json" } });
    const data = await reply.json();
    const line = document.createElement("p");
    line.className = "note thanks";
    line.textContent = reply.ok ? data.thanks : data.error.message;
    form.replaceWith(line);
    announce(line.textContent);
  });

  if (location.hash.startsWith("#arg-")) light(location.hash.slice(1));
}
