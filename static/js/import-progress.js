// An import that is being written: look again until it is done.

if (document.querySelector("[data-waits]")) setTimeout(() => location.reload(), 1500);
