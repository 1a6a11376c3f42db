import { useState } from "react";
import { playChime } from "../attention/chime.ts";
import { desktopNotices } from "../attention/desktop-notices.ts";
import { useAppWords } from "../i18n/use-app-words.ts";
import { usePreferences } from "../preferences-context.ts";
import { Switch } from "./setting-fields.tsx";

/** Whether and how this browser calls when nobody looks. */
export function NoticeSettings() {
  const words = useAppWords();
  const { preferences, prefer } = usePreferences();
  const [leave, setLeave] = useState(desktopNotices.leave);
  const change = async (notifications: boolean) => {
    // Browsers ask a person only right after they did something.
    const given = notifications ? await desktopNotices.askLeave() : leave;
    setLeave(given);
    prefer({ notifications: notifications && given === "granted" });
  };
  const test = () => {
    void desktopNotices.show("test", { title: words("settings.test-title"), body: words("settings.test-body") });
    if (preferences.sound) playChime();
  };
  return (
    <fieldset>
      <legend>{words("settings.notices")}</legend>
      {leave === "missing" ? (
        <p className="app-note">{words("settings.notify-missing")}</p>
      ) : (
        <Switch label={words("settings.notify")} isOn={preferences.notifications} onSwitch={(on) => void change(on)} />
      )}
      {leave === "denied" && <p className="app-note">{words("settings.notify-blocked")}</p>}
      <Switch
        label={words("settings.sound")}
        isOn={preferences.sound}
        onSwitch={(sound) => {
          prefer({ sound });
          if (sound) playChime();
        }}
      />
      <button type="button" className="ask-button" onClick={test}>
        {words("settings.test")}
      </button>
    </fieldset>
  );
}
