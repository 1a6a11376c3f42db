// Sets the reader's theme, language and direction before the first paint, and which outline the page has. A file of its own, since the content security
// policy allows no inline script, and no module, since those run after it. first-paint.test.ts compares it with the app.
(() => {
  const themes = ["light", "dark", "terminal"];
  const languages = ["en", "de", "es", "fr", "ja", "zh-CN", "ar"];
  const page = document.documentElement;
  const isThemeOnly = document.currentScript?.dataset.only === "theme";
  let chosen = {};
  try {
    chosen = JSON.parse(localStorage.getItem("askback:preferences") ?? "{}") ?? {};
  } catch {
    // A browser may forbid the storage, and what is stored may be broken.
  }
  if (themes.includes(chosen.theme)) {
    page.dataset.theme = chosen.theme;
    for (const colour of document.querySelectorAll("meta[name=theme-color]"))
      colour.media = colour.dataset.for === chosen.theme ? "all" : "not all";
  }
  if (isThemeOnly) return;
  const mainTag = (tag) => tag.split("-")[0];
  const preferred = navigator.languages.find((tag) => languages.some((name) => mainTag(name) === mainTag(tag)));
  const found = languages.find((name) => preferred !== undefined && mainTag(name) === mainTag(preferred));
  page.lang = languages.includes(chosen.language) ? chosen.language : (found ?? "en");
  page.dir = page.lang === "ar" ? "rtl" : "ltr";
  const [, first, second] = location.pathname.split("/");
  if (second && (first === "c" || first === "q")) page.dataset.firstPage = "chat";
  if (first === "inbox") page.dataset.firstPage = "inbox";
})();
