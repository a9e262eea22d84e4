// Says beside a conference time what the reader's own clock will show. Stays silent where both clocks agree.
//   <span data-your-time="2025-07-29T11:00:00+02:00" data-until="…+02:00" data-label="Your time" hidden></span>

const format = new Intl.DateTimeFormat(document.documentElement.lang || undefined, {
  weekday: "short",
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** Minutes east of UTC, as the end of an ISO 8601 time says; NaN where it says nothing. */
export const offsetOf = (iso) => {
  if (iso.endsWith("Z")) return 0;
  const match = iso.match(/([+-])(\d\d):?(\d\d)$/);
  return match ? (match[1] === "-" ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3])) : NaN;
};

export const show = (element) => {
  const { yourTime, until, label } = element.dataset;
  const start = new Date(yourTime);
  if (Number.isNaN(start.getTime()) || offsetOf(yourTime) === -start.getTimezoneOffset()) return;
  const words = until ? format.formatRange(start, new Date(until)) : format.format(start);
  element.textContent = `${label}: ${words}`;
  element.hidden = false;
};

const showAll = (root) => root.querySelectorAll("[data-your-time]").forEach(show);

showAll(document);
document.addEventListener("htmx:afterSwap", (event) => showAll(event.detail.elt));
