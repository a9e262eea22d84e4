// Light, dark or as the system has it. A plain script in the head, so that no page flashes in the wrong colours.
// The admin remembers its choice under the same key, so one choice holds for both.
(() => {
  const root = document.documentElement;

  const read = () => {
    try {
      return localStorage.getItem("theme") ?? "auto";
    } catch {
      return "auto";
    }
  };

  const apply = (theme) => {
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    else delete root.dataset.theme;
  };

  const remember = (theme) => {
    try {
      localStorage.setItem("theme", theme);
    } catch {
      // Storage is switched off: the choice holds for this page.
    }
  };

  apply(read());

  document.addEventListener("DOMContentLoaded", () => {
    const group = document.querySelector("[data-theme-choice]");
    if (!group) return;
    const buttons = [...group.querySelectorAll("button")];
    const show = (theme) => buttons.forEach((button) => button.setAttribute("aria-pressed", String(button.value === theme)));
    group.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (!button) return;
      apply(button.value);
      remember(button.value);
      show(button.value);
    });
    show(read());
    group.hidden = false;
  });
})();
