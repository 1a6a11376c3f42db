import terminal from "@askback/react/terminal.css?url";
import type { Theme } from "./preferences.ts";

const sheetId = "terminal-theme";

/** Gives the page a look; without a choice it follows the system. */
export function applyTheme(theme: Theme): void {
  const { documentElement: page, head } = document;
  if (theme === "system") delete page.dataset.theme;
  else page.dataset.theme = theme;
  // The terminal's look is a sheet of its own, which only its readers load.
  document.getElementById(sheetId)?.remove();
  if (theme !== "terminal") return;
  const sheet = document.createElement("link");
  Object.assign(sheet, { id: sheetId, rel: "stylesheet", href: terminal });
  head.append(sheet);
}
