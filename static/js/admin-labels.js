// What the admin's own pages leave unnamed. Its search-and-choose boxes get their label: select2 names them by their content
// alone, and not at all while empty. The first column of rows in a form gets the name of what stands in it.

const named = (select) => select.getAttribute("aria-label") ?? select.labels[0]?.textContent.trim().replace(/:$/, "") ?? "";

function label() {
  for (const select of document.querySelectorAll("select.admin-autocomplete")) {
    const box = select.nextElementSibling;
    const name = named(select);
    box?.querySelector(".select2-search__field")?.setAttribute("aria-label", name);
    const chosen = box?.querySelector(".select2-selection--single");
    if (!chosen) continue;
    const shown = chosen.querySelector(".select2-selection__rendered");
    shown.setAttribute("aria-label", [name, shown.title].filter(Boolean).join(": "));
  }
}

for (const select of document.querySelectorAll("select.admin-autocomplete[multiple]")) {
  select.dataset.allowClear = "false"; // each choice has a cross of its own; one for all would stand as a loose item in their list
}

for (const head of document.querySelectorAll(".tabular th.original:empty")) {
  const name = document.createElement("span");
  name.className = "visually-hidden";
  name.textContent = head.closest("fieldset").querySelector(".inline-heading").textContent.trim();
  head.append(name);
}

window.django?.jQuery?.(label); // in its turn, after select2's own start
document.addEventListener("formset:added", () => setTimeout(label));
