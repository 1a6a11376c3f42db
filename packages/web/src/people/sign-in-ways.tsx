import { isOnThisMachine } from "@askback/client";
import { useEffect, useState } from "react";
import { usePeopleTranslation } from "../i18n/people.ts";
import { currentAddress } from "../pages/wanted-page.ts";
import "./sign-in-ways.css";

interface Provider {
  readonly name: string;
  readonly title: string;
}

/** The providers by which people sign in here. Where there are none, whoever is not at the machine is told whom to ask. */
export function SignInWays() {
  const t = usePeopleTranslation();
  const providers = useProviders();
  if (providers === undefined) return null;
  if (providers.length === 0)
    return isOnThisMachine(location.origin) ? null : <p className="app-hint">{t("ways.ask-owner")}</p>;
  return (
    <>
      <ul className="app-ways">
        {providers.map(({ name, title }) => (
          <li key={name}>
            <a className="ask-button ask-primary" href={startAt(name)}>
              {t("ways.provider", { provider: `\u2068${title}\u2069` })}
            </a>
          </li>
        ))}
      </ul>
      <p className="app-hint">{t("ways.or-link")}</p>
    </>
  );
}

/** Where signing in at a provider begins; it leads back to this page. */
function startAt(provider: string): string {
  return `/sign-in/oidc/${encodeURIComponent(provider)}?${new URLSearchParams({ next: currentAddress() })}`;
}

/** Undefined until the server has said, or where it could not: a link works all the same. */
function useProviders(): readonly Provider[] | undefined {
  const [providers, setProviders] = useState<readonly Provider[]>();
  useEffect(() => {
    const page = new AbortController();
    const read = async () => {
      const response = await fetch("/sign-in/providers", { signal: page.signal });
      const { items } = (await response.json()) as { readonly items?: readonly Provider[] };
      setProviders(items);
    };
    read().catch(() => {});
    return () => page.abort();
  }, []);
  return providers;
}
