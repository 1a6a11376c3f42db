import { AskbackProvider, directionOf, type Settings } from "@askback/react";
import { useEffect, useState } from "react";
import { App } from "./app.tsx";
import { en } from "./i18n/en.ts";
import { chosenLanguage, keepPreferences, loadPreferences, type Preferences } from "./preferences.ts";
import { PreferencesContext } from "./preferences-context.ts";
import { applyTheme } from "./theme.ts";

const messages = { en };

/** The app with what the reader chose. */
export function Root() {
  const [preferences, setPreferences] = useState(() => loadPreferences(localStorage));
  const language = chosenLanguage(preferences, navigator.languages);
  const prefer = (change: Partial<Preferences>) => {
    const next = { ...preferences, ...change };
    keepPreferences(localStorage, next);
    setPreferences(next);
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
        onSettings={(settings: Settings) => prefer({ settings })}
      >
        <App />
      </AskbackProvider>
    </PreferencesContext>
  );
}
