import { isOnThisMachine } from "@askback/client";
import { useEffect, useState } from "react";
import { usePeopleTranslation } from "../i18n/people.ts";
import { currentAddress } from "../pages/page-after-sign-in.ts";
import { MailLinkForm } from "./mail-link-form.tsx";
import "./sign-in-ways.css";

interface Ways {
  readonly items: readonly { readonly name: string; readonly title: string }[];
  /** Whether links are mailed. */
  readonly mail: boolean;
}

/** The ways by which people sign in here beside links of their own. Where there are none, whoever is not at the machine is told whom to ask. */
export function SignInWays() {
  const t = usePeopleTranslation();
  const ways = useWays();
  if (ways === undefined) return null;
  const { items: providers, mail: isMailed } = ways;
  if (providers.length === 0 && !isMailed)
    return isOnThisMachine(location.origin) ? null : <p className="app-hint">{t("ways.ask-owner")}</p>;
  return (
    <>
      {providers.length > 0 && (
        <ul className="app-ways">
          {providers.map(({ name, title }) => (
            <li key={name}>
              <a className="ask-button ask-primary" href={startAt(name)}>
                {t("ways.provider", { provider: `\u2068${title}\u2069` })}
              </a>
            </li>
          ))}
        </ul>
      )}
      {isMailed && <MailLinkForm />}
      <p className="app-hint">{t("ways.or-link")}</p>
    </>
  );
}

/** Where signing in at a provider begins; it leads back to this page. */
function startAt(provider: string): string {
  return `/sign-in/oidc/${encodeURIComponent(provider)}?${new URLSearchParams({ next: currentAddress() })}`;
}

/** Undefined until the server has said, or where it could not: a link works all the same. */
function useWays(): Ways | undefined {
  const [ways, setWays] = useState<Ways>();
  useEffect(() => {
    const page = new AbortController();
    const read = async () => {
      const response = await fetch("/sign-in/providers", { signal: page.signal });
      if (response.ok) setWays((await response.json()) as Ways);
    };
    read().catch(() => {});
    return () => page.abort();
  }, []);
  return ways;
}
