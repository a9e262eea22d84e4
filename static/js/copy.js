// A button that copies the text of another element and says so.
//   <button type="button" data-copy="bibtex" data-done="Copied" hidden>Copy</button>

const arm = (button) => {
  const source = document.getElementById(button.dataset.copy);
  if (!source || !navigator.clipboard) return;
  const said = document.createElement("span");
  said.setAttribute("role", "status");
  said.className = "hint";
  button.after(said);
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(source.textContent.trim());
      said.textContent = button.dataset.done;
    } catch {
      // The browser said no: select the text, so that one key copies it.
      getSelection().selectAllChildren(source);
    }
  });
  button.hidden = false;
};

document.querySelectorAll("[data-copy]").forEach(arm);
