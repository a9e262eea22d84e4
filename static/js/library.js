// After an update in place: whoever typed stays where they typed and hears what was found; whoever followed a link goes on at the results.
document.addEventListener("htmx:afterSettle", () => {
  const heading = document.getElementById("found");
  if (!heading) return;
  if (document.activeElement === document.body) heading.focus({ preventScroll: true });
  else document.getElementById("announcement").textContent = heading.textContent.trim();
});
