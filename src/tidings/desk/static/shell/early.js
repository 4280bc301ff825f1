// Sets the chosen theme before the first paint; a classic script, so that it runs before the page is drawn.
(() => {
  const chosen = localStorage.getItem("tidings.theme");
  if (chosen) document.documentElement.dataset.theme = chosen;
})();
