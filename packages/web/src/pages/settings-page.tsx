import { languages, useAskback } from "@askback/react";
import { useAppWords } from "../i18n/use-app-words.ts";
import { chosenLanguage } from "../preferences.ts";
import { usePreferences } from "../preferences-context.ts";
import { AccountSettings } from "./account-settings.tsx";
import { NoticeSettings } from "./notice-settings.tsx";
import { Choice, Switch } from "./setting-fields.tsx";

/** What stays as the reader chose it, in this browser. */
export function SettingsPage() {
  const words = useAppWords();
  const { settings, change } = useAskback();
  const { preferences, prefer } = usePreferences();
  const systemLanguage = languages[chosenLanguage({ language: "system" }, navigator.languages)];
  return (
    <section className="app-settings">
      <h1>{words("settings.title")}</h1>
      <fieldset>
        <legend>{words("settings.looks")}</legend>
        <Choice
          label={words("settings.language")}
          value={preferences.language}
          choices={{ system: words("settings.system-language", { language: systemLanguage }), ...languages }}
          onChoose={(language) => prefer({ language })}
        />
        <Choice
          label={words("settings.theme")}
          value={preferences.theme}
          choices={{
            system: words("settings.theme-system"),
            light: words("settings.theme-light"),
            dark: words("settings.theme-dark"),
            terminal: words("settings.theme-terminal"),
          }}
          onChoose={(theme) => prefer({ theme })}
        />
      </fieldset>
      <fieldset>
        <legend>{words("settings.questions")}</legend>
        <Choice
          label={words("settings.focus")}
          value={settings.focus}
          choices={{
            polite: words("settings.focus-polite"),
            never: words("settings.focus-never"),
            always: words("settings.focus-always"),
          }}
          onChoose={(focus) => change({ focus })}
        />
        <Choice
          label={words("settings.steps")}
          value={settings.questions}
          choices={{ stepped: words("settings.steps-stepped"), stacked: words("settings.steps-stacked") }}
          onChoose={(questions) => change({ questions })}
        />
        <Choice
          label={words("settings.verbosity")}
          value={settings.verbosity}
          choices={{ normal: words("settings.verbosity-normal"), brief: words("settings.verbosity-brief") }}
          onChoose={(verbosity) => change({ verbosity })}
        />
        <Switch
          label={words("settings.one-tap")}
          hint={words("settings.one-tap-hint")}
          isOn={settings.oneTap}
          onSwitch={(oneTap) => change({ oneTap })}
        />
        <Switch
          label={words("settings.shortcuts")}
          hint={words("settings.shortcuts-hint")}
          isOn={settings.shortcuts}
          onSwitch={(shortcuts) => change({ shortcuts })}
        />
      </fieldset>
      <NoticeSettings />
      <AccountSettings />
    </section>
  );
}
