// An import that is being written: say where it is until it is done. What is announced changes with each step, not with each count.

const EVERY = 1500; // milliseconds
const frame = document.querySelector("[data-waits]");

const say = (place, text) => {
  if (place.textContent !== text) place.textContent = text;
};

function show({ text, count, at_work, done, total }) {
  const bar = frame.querySelector("progress");
  say(frame.querySelector("[role=status]"), text);
  say(frame.querySelector("[data-count]"), count);
  bar.hidden = !at_work;
  if (total) {
    bar.max = total;
    bar.value = done;
  } else {
    bar.removeAttribute("value");
  }
}

async function look() {
  try {
    const answer = await fetch(frame.dataset.waits);
    // Whoever was logged out meanwhile, or may look no longer, is told so by the page itself.
    if (answer.redirected || (answer.status >= 400 && answer.status < 500)) return location.reload();
    const standing = await answer.json();
    if (!standing.waits) return location.reload();
    show(standing);
  } catch {
    // The server is away for a moment.
  }
  setTimeout(look, EVERY);
}

if (frame) setTimeout(look, EVERY);
