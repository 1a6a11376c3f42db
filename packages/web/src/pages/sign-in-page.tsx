import { useAppWords } from "../i18n/use-app-words.ts";

const command = "askback link";

/** How a browser is let in; the link itself is printed where the server runs. */
export function SignInPage() {
  const words = useAppWords();
  return (
    <main className="app-sign-in">
      <img src="/icon.svg" alt="" width="56" height="56" />
      <h1>{words("sign-in.title")}</h1>
      <p>{words("sign-in.hint")}</p>
      <pre dir="ltr">{command}</pre>
      <p>{words("sign-in.then")}</p>
      <button type="button" className="ask-button" onClick={() => location.reload()}>
        {words("sign-in.again")}
      </button>
    </main>
  );
}
