// Names the admin's search-and-choose boxes by their label: select2 names them by their content alone, and not at all while empty.

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

window.django?.jQuery?.(label); // in its turn, after select2's own start
document.addEventListener("formset:added", () => setTimeout(label));
