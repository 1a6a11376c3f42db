import { useAskback, useMe } from "@askback/react";
import { useState } from "react";
import { useAppWords } from "../i18n/use-app-words.ts";
import { signOut } from "../sign-out.ts";

/** Who is signed in here, and the way out. */
export function AccountSettings() {
  const words = useAppWords();
  const { drafts } = useAskback();
  const me = useMe();
  const [state, setState] = useState<"in" | "leaving" | "failed">("in");
  const leave = async () => {
    setState("leaving");
    if (await signOut(drafts)) location.replace("/");
    else setState("failed");
  };
  return (
    <fieldset>
      <legend>{words("settings.account")}</legend>
      <div className="app-setting">
        <span>{me && words("settings.signed-in", { name: me.id })}</span>
        <button type="button" className="ask-button" disabled={state === "leaving"} onClick={leave}>
          {words("settings.sign-out")}
        </button>
        <span className="app-setting-hint">{words("settings.sign-out-hint")}</span>
      </div>
      {state === "failed" && (
        <p className="ask-alert" role="alert">
          {words("settings.sign-out-failed")}
        </p>
      )}
    </fieldset>
  );
}
