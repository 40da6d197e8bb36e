// Type-ahead from the index, shown by the browser's own list so that keyboard and screen readers work as always.

let timer = 0;

export function wireComplete(root) {
  root.addEventListener("input", (event) => {
    const input = event.target.closest?.("[data-complete]");
    if (!input || event.inputType === "insertReplacementText") return;
    clearTimeout(timer);
    timer = setTimeout(() => complete(input), 140);
  });
}

async function complete(input) {
  const typed = input.value;
  const asQuestion = input.dataset.complete === "question";
  const last = asQuestion ? typed.match(/[^\s,?]+$/)?.[0] ?? "" : typed.trim();
  if (last.length < 2) return;
  const reply = await fetch(`/api/v1/suggest?${new URLSearchParams({ prefix: last, limit: 6 })}`);
  if (!reply.ok || input.value !== typed) return;
  const { suggestions } = await reply.json();
  const before = typed.slice(0, typed.length - last.length);
  const options = suggestions.flatMap(({ name, compared_with: others }) =>
    asQuestion ? [`${before}${name}`, ...others.slice(0, 2).map((other) => `${before}${name} or ${other}?`)] : [name]);
  const list = document.getElementById(input.getAttribute("list"));
  list.replaceChildren(...options.map((value) => Object.assign(document.createElement("option"), { value })));
}
