import type { Inquiry } from "@askback/core/wire";
import { AskbackProvider, type CardLinks, directionOf, type Settings } from "@askback/react";
import { useEffect, useRef, useState } from "react";
import { App } from "./app.tsx";
import { messages } from "./i18n/messages.ts";
import { chosenLanguage, keepPreferences, loadPreferences, type Preferences } from "./preferences.ts";
import { PreferencesContext } from "./preferences-context.ts";
import { pathOf } from "./route.ts";
import { applyTheme } from "./theme.ts";

/** The app with what the reader chose. */
export function Root() {
  const [preferences, setPreferences] = useState(() => loadPreferences(localStorage));
  const latest = useRef(preferences);
  const language = chosenLanguage(preferences, navigator.languages);
  const prefer = (change: Partial<Preferences>) => {
    // Whoever prefers may hold the `prefer` of an earlier drawing.
    latest.current = { ...latest.current, ...change };
    keepPreferences(localStorage, latest.current);
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
