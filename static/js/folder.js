// Of a folder browsers send the bare names of its files: say where each lay. Tell of too many before all of them are sent.

const form = document.querySelector("form:has([webkitdirectory])");

function chosen(input) {
  const files = [...input.files];
  input.setCustomValidity(files.length > Number(input.dataset.most) ? input.dataset.tooMany : "");
  input.reportValidity();
  if (!input.webkitdirectory) return;
  form.elements.paths.value = JSON.stringify(files.map((file) => file.webkitRelativePath));
}

for (const input of form?.querySelectorAll("[type=file]") ?? []) {
  input.addEventListener("change", () => chosen(input));
}
// The form leaves checking to the server, all but this.
form?.addEventListener("submit", (event) => {
  if (!form.reportValidity()) event.preventDefault();
});
