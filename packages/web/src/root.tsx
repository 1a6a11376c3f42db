import type { Inquiry } from "@askback/core/wire";
import { AskbackProvider, type CardLinks, directionOf, type Settings } from "@askback/react";
import { useEffect, useRef, useState } from "react";
import { App } from "./app.tsx";
import { messages } from "./i18n/messages.ts";
import { Skeleton } from "./layout/skeleton.tsx";
import { chosenLanguage, loadPreferences, type Preferences, storePreferences, type Theme } from "./preferences.ts";
import { PreferencesContext } from "./preferences-context.ts";
import { pathOf } from "./route.ts";

const storage = () => localStorage;

/** The app with the preferences of this browser. */
export function Root() {
  const [preferences, setPreferences] = useState(() => loadPreferences(storage));
  const latest = useRef(preferences);
  const language = chosenLanguage(preferences, navigator.languages);
  const prefer = (change: Partial<Preferences>) => {
    // A caller may hold the `prefer` of an earlier render.
    latest.current = { ...latest.current, ...change };
    storePreferences(storage, latest.current);
    setPreferences(latest.current);
  };
  useEffect(() => {
    const { documentElement: page } = document;
    page.lang = language;
    page.dir = directionOf(language);
  }, [language]);
  useEffect(() => applyTheme(preferences.theme), [preferences.theme]);
  return (
    <PreferencesContext value={{ preferences, prefer }}>
      <AskbackProvider
        language={language}
        messages={messages}
        placeholder={<Skeleton />}
        settings={preferences.settings}
        linksOf={linksOf}
        onSettings={(settings: Settings) => prefer({ settings })}
      >
        <App />
      </AskbackProvider>
    </PreferencesContext>
  );
}

function linksOf({ id, conversationId }: Inquiry): CardLinks {
  const conversation = pathOf({ page: "chat", conversation: conversationId });
  return {
    inquiry: new URL(pathOf({ page: "question", inquiry: id }), location.origin).href,
    message: (message) => `${conversation}#${message}`,
  };
}

/** Sets the theme of the page and of the bars that a browser shows around it; "system" follows the browser. */
function applyTheme(theme: Theme): void {
  const { documentElement: page } = document;
  if (theme === "system") delete page.dataset.theme;
  else page.dataset.theme = theme;
  for (const colour of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")) {
    const system = colour.dataset.for === "terminal" ? "not all" : `(prefers-color-scheme: ${colour.dataset.for})`;
    const chosen = colour.dataset.for === theme ? "all" : "not all";
    colour.media = theme === "system" ? system : chosen;
  }
}
