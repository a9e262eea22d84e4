// The admin's previews: sends the text as it is typed now to the server's own renderer. Rows added later work too.

const show = () => {
  for (const button of document.querySelectorAll("[data-preview-button][hidden]")) button.hidden = false;
};

async function preview(button) {
  const frame = button.closest("[data-preview]");
  const field = frame.parentElement.querySelector("textarea, input");
  const failed = frame.querySelector("[data-preview-failed]");
  const body = new FormData();
  body.set("source", field.value);
  body.set("inline", frame.dataset.inline);
  body.set("csrfmiddlewaretoken", document.querySelector("[name=csrfmiddlewaretoken]").value);
  button.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(frame.dataset.preview, { method: "POST", body });
    failed.hidden = answer.ok;
    if (answer.ok) frame.querySelector("[data-preview-place]").innerHTML = await answer.text();
  } catch {
    failed.hidden = false;
  } finally {
    button.removeAttribute("aria-busy");
  }
}

show();
document.addEventListener("formset:added", show);
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-preview-button]");
  if (button) preview(button);
});
