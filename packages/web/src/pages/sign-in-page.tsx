import { useAskback, useLastUser } from "@askback/react";
import { type FormEvent, Suspense, useEffect, useId, useRef, useState } from "react";
import { useAppTranslation } from "../i18n/use-app-translation.ts";
import { PageTitle } from "../layout/page-title.tsx";
import { SignInWays } from "../people/sign-in-ways.tsx";
import { currentAddress, isLinkExpired, rememberWantedPage } from "./page-after-sign-in.ts";

interface SignInPageProps {
  /** The command that prints a link to sign in, as people type it where the server runs. */
  readonly command: string;
}

/** Takes a sign-in link, and leads back to the page that was wanted. */
export function SignInPage({ command }: SignInPageProps) {
  const t = useAppTranslation();
  // A person who signs out is forgotten.
  const hasEnded = useLastUser() !== undefined;
  const heading = useRef<HTMLHeadingElement>(null);
  useContinueOnceSignedIn();
  useEffect(() => {
    rememberWantedPage();
    // What had the focus is gone.
    heading.current?.focus();
  }, []);
  return (
    <main className="app-sign-in">
      <PageTitle name={t("sign-in.title")} />
      <img src="/icon.svg" alt="" width="40" height="40" />
      <h1 ref={heading} tabIndex={-1}>
        {t(hasEnded ? "sign-in.ended" : "sign-in.title")}
      </h1>
      {isLinkExpired && (
        <p className="ask-alert" role="alert">
          {t("sign-in.expired")}
        </p>
      )}
      <Suspense fallback={null}>
        <SignInWays />
      </Suspense>
      <p>{t("sign-in.open")}</p>
      <LinkForm />
      <div className="app-sign-in-help">
        <p>{t("sign-in.get")}</p>
        <pre dir="ltr">{command}</pre>
        <p>{t("sign-in.valid")}</p>
      </div>
    </main>
  );
}

/** Continues when the person has signed in elsewhere in this browser and comes back. */
function useContinueOnceSignedIn(): void {
  const { client } = useAskback();
  useEffect(() => {
    const check = async () => {
      if ((await client.me()).ok) location.reload();
    };
    addEventListener("focus", check);
    return () => removeEventListener("focus", check);
  }, [client]);
}

function LinkForm() {
  const t = useAppTranslation();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [link, setLink] = useState("");
  const [isWrong, setIsWrong] = useState(false);
  const signIn = (event: FormEvent) => {
    event.preventDefault();
    const token = tokenIn(link);
    if (token !== undefined) return void signInBy(token);
    setIsWrong(true);
    field.current?.focus();
  };
  return (
    <form className="app-sign-in-form" onSubmit={signIn}>
      <label htmlFor={id}>{t("sign-in.link")}</label>
      <input
        ref={field}
        id={id}
        className="ask-field"
        type="text"
        inputMode="url"
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-wrong` : undefined}
        value={link}
        onChange={({ target }) => {
          setLink(target.value);
          setIsWrong(false);
        }}
      />
      <button type="submit" className="ask-button ask-primary">
        {t("sign-in.submit")}
      </button>
      {isWrong && (
        <p id={`${id}-wrong`} className="ask-alert" role="alert">
          {t("sign-in.wrong", { start: `\u2066${location.origin}/sign-in\u2069` })}
        </p>
      )}
    </form>
  );
}

/** Uses a link up, and goes on here; what the server says of one that is not valid is shown by its page. */
async function signInBy(token: string): Promise<void> {
  const response = await fetch(`/sign-in?${new URLSearchParams({ token })}`, { method: "POST" }).catch(() => undefined);
  if (response?.ok) return location.reload();
  location.assign(`/sign-in?${new URLSearchParams({ token, next: currentAddress() })}`);
}

/** The token of a sign-in link; its host does not matter, since the token is sent to this server alone. */
function tokenIn(link: string): string | undefined {
  const url = URL.parse(link.trim());
  return url?.pathname === "/sign-in" ? url.searchParams.get("token") || undefined : undefined;
}
