import { languages, Shortcuts, useAskback, useMe, useTranslation } from "@askback/react";
import { lazy, Suspense, useState } from "react";
import { playChime } from "../desktop-notifications/chime.ts";
import { desktopNotifications } from "../desktop-notifications/desktop-notifications.ts";
import { useAppTranslation } from "../i18n/use-app-translation.ts";
import { chosenLanguage } from "../preferences.ts";
import { usePreferences } from "../preferences-context.ts";
import { Choice, Switch } from "./setting-fields.tsx";
import { SettingsTabs } from "./settings-tabs.tsx";
import { signOut } from "./sign-out.ts";

// It is loaded from the server, which the other settings do not need.
const ContactSettings = lazy(async () => {
  try {
    return { default: (await import("../contact/contact-settings.tsx")).ContactSettings };
  } catch {
    return { default: NotLoaded };
  }
});

/** The settings of the app, which this browser keeps, and how the person is reached, which the server keeps. */
export function SettingsPage() {
  const t = useAppTranslation();
  const { settings, change } = useAskback();
  const { preferences, prefer } = usePreferences();
  const systemLanguage = languages[chosenLanguage({ language: "system" }, navigator.languages)];
  return (
    <section className="app-settings">
      <SettingsTabs current={undefined} />
      <h1>{t("settings.title")}</h1>
      <fieldset>
        <legend>{t("settings.looks")}</legend>
        <Choice
          label={t("settings.language")}
          value={preferences.language}
          choices={{ system: t("settings.system-language", { language: systemLanguage }), ...languages }}
          onChoose={(language) => prefer({ language })}
        />
        <Choice
          label={t("settings.theme")}
          value={preferences.theme}
          choices={{
            system: t("settings.theme-system"),
            light: t("settings.theme-light"),
            dark: t("settings.theme-dark"),
            terminal: t("settings.theme-terminal"),
          }}
          onChoose={(theme) => prefer({ theme })}
        />
      </fieldset>
      <fieldset>
        <legend>{t("settings.questions")}</legend>
        <Choice
          label={t("settings.focus")}
          value={settings.focus}
          choices={{
            polite: t("settings.focus-polite"),
            never: t("settings.focus-never"),
            always: t("settings.focus-always"),
          }}
          onChoose={(focus) => change({ focus })}
        />
        <Choice
          label={t("settings.steps")}
          value={settings.questions}
          choices={{ stepped: t("settings.steps-stepped"), stacked: t("settings.steps-stacked") }}
          onChoose={(questions) => change({ questions })}
        />
        <Choice
          label={t("settings.verbosity")}
          value={settings.verbosity}
          choices={{ normal: t("settings.verbosity-normal"), brief: t("settings.verbosity-brief") }}
          onChoose={(verbosity) => change({ verbosity })}
        />
        <Switch
          label={t("settings.one-tap")}
          hint={t("settings.one-tap-hint")}
          isOn={settings.oneTap}
          onSwitch={(oneTap) => change({ oneTap })}
        />
        <Switch
          label={t("settings.shortcuts")}
          hint={t("settings.shortcuts-hint")}
          isOn={settings.shortcuts}
          onSwitch={(shortcuts) => change({ shortcuts })}
        />
        <ShortcutsButton />
      </fieldset>
      <NotificationSettings />
      <Suspense fallback={null}>
        <ContactSettings />
      </Suspense>
      <AccountSettings />
    </section>
  );
}

function NotLoaded() {
  const t = useTranslation();
  return (
    <div className="ask-alert" role="alert">
      <p>{t("load.failed")}</p>
      <p>{t("load.hint")}</p>
    </div>
  );
}

function ShortcutsButton() {
  const t = useAppTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className="ask-button" onClick={() => setIsOpen(true)}>
        {t("settings.shortcuts-show")}
      </button>
      {isOpen && <Shortcuts onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** Whether and how this browser notifies of questions while the app does not have the focus. */
function NotificationSettings() {
  const t = useAppTranslation();
  const { preferences, prefer } = usePreferences();
  const [permission, setPermission] = useState(desktopNotifications.permission);
  const change = async (notifications: boolean) => {
    // Browsers ask for permission only in response to a click.
    const given = notifications ? await desktopNotifications.requestPermission() : permission;
    setPermission(given);
    prefer({ notifications: notifications && given === "granted" });
  };
  const test = () => {
    void desktopNotifications.show("test", { title: t("settings.test-title"), body: t("settings.test-body") });
    if (preferences.sound) playChime();
  };
  return (
    <fieldset>
      <legend>{t("settings.notices")}</legend>
      {permission === "missing" ? (
        <p className="app-note">{t("settings.notify-missing")}</p>
      ) : (
        <Switch label={t("settings.notify")} isOn={preferences.notifications} onSwitch={(on) => void change(on)} />
      )}
      {permission === "denied" && <p className="app-note">{t("settings.notify-blocked")}</p>}
      <Switch
        label={t("settings.sound")}
        isOn={preferences.sound}
        onSwitch={(sound) => {
          prefer({ sound });
          if (sound) playChime();
        }}
      />
      <button type="button" className="ask-button" onClick={test}>
        {t("settings.test")}
      </button>
    </fieldset>
  );
}

/** Who is signed in, and the button to sign out. */
function AccountSettings() {
  const t = useAppTranslation();
  const { drafts } = useAskback();
  const me = useMe().data;
  const [state, setState] = useState<"signed-in" | "signing-out" | "failed">("signed-in");
  const onSignOut = async () => {
    setState("signing-out");
    if (await signOut(drafts)) location.replace("/");
    else setState("failed");
  };
  return (
    <fieldset>
      <legend>{t("settings.account")}</legend>
      <div className="app-setting">
        <span>{me && t("settings.signed-in", { name: `\u2068${me.name ?? me.id}\u2069` })}</span>
        <button type="button" className="ask-button" disabled={state === "signing-out"} onClick={onSignOut}>
          {t("settings.sign-out")}
        </button>
        <span className="app-setting-hint">{t("settings.sign-out-hint")}</span>
      </div>
      {state === "failed" && (
        <p className="ask-alert" role="alert">
          {t("settings.sign-out-failed")}
        </p>
      )}
    </fieldset>
  );
}
