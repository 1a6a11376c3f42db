import { browserTabs, type Client, createClient, freshKey } from "@askback/client";
import type { Inquiry } from "@askback/core/wire";
import { I18nProvider } from "@lingui/react";
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { type Askback, AskbackContext } from "./askback-context.ts";
import { watchAttention } from "./card/attention.ts";
import type { CardLinks } from "./card/card-links.ts";
import { systemClock } from "./clock.ts";
import { browserPlaces } from "./draft/browser-places.ts";
import { type Language, languageFor } from "./i18n/catalogue.ts";
import { createI18n, type OwnMessages } from "./i18n/i18n.ts";
import { LanguageContext } from "./i18n/language-context.ts";
import { createLanguageLoader } from "./i18n/language-loader.ts";
import { browserNetwork } from "./sending/browser-network.ts";
import { markedDevice } from "./sending/device-name.ts";
import { createServices, type Services } from "./services.ts";
import { ServicesContext } from "./services-context.ts";
import { defaultSettings, type Settings } from "./settings.ts";

export interface AskbackProviderProps {
  /** A client, or where the server is and a key for it; without any of them the page's own server and its cookie. */
  readonly client?: Client;
  readonly url?: string;
  readonly apiKey?: string;
  /** The reader's own where it is left out. */
  readonly language?: Language;
  /** What is set here is not the reader's to choose, unless `onSettings` takes their choice. */
  readonly settings?: Partial<Settings>;
  readonly onSettings?: (settings: Settings) => void;
  /** Where an inquiry and its messages are found in the app around the components. */
  readonly linksOf?: (inquiry: Inquiry) => CardLinks;
  /** Messages of an app around the components, for `useWords`. */
  readonly messages?: OwnMessages;
  readonly children: ReactNode;
}

/** Gives the components inside a server, a language and settings. */
export function AskbackProvider(props: AskbackProviderProps): ReactNode {
  const { client, url, apiKey, language, settings, onSettings, linksOf, messages, children } = props;
  const [services, renew] = useServicesFor({ client, url, apiKey });
  const [i18n] = useState(() => createI18n(messages));
  const [loader] = useState(() => createLanguageLoader(i18n));
  const [chosen, setChosen] = useState<Partial<Settings>>({});
  useStarted(services, renew);
  useEffect(() => watchAttention(document), []);
  // Before the effects of what is inside, so that whoever reads something out there knows which words to wait for.
  useLayoutEffect(() => {
    const left = new AbortController();
    const wanted = language ?? languageFor(navigator.languages);
    void loader.load(wanted, { own: messages, signal: left.signal });
    return () => left.abort();
  }, [loader, language, messages]);

  const askback = useMemo((): Askback => {
    const current = { ...defaultSettings, ...chosen, ...settings };
    return {
      client: services.client,
      live: services.live,
      drafts: services.drafts,
      settings: current,
      ...(linksOf && { linksOf }),
      change(change) {
        setChosen((before) => ({ ...before, ...change }));
        onSettings?.({ ...current, ...change });
      },
    };
  }, [services, chosen, settings, onSettings, linksOf]);

  return (
    <I18nProvider i18n={i18n}>
      <LanguageContext.Provider value={loader.loaded}>
        <ServicesContext.Provider value={services}>
          <AskbackContext.Provider value={askback}>{children}</AskbackContext.Provider>
        </ServicesContext.Provider>
      </LanguageContext.Provider>
    </I18nProvider>
  );
}

type Access = { readonly [Name in "client" | "url" | "apiKey"]: AskbackProviderProps[Name] };

/** The services, and how to have others in their place. */
function useServicesFor({ client, url, apiKey }: Access): readonly [Services, () => void] {
  const [made, setMade] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each number stands for services of their own
  const services = useMemo(() => servicesFor({ client, url, apiKey }), [client, url, apiKey, made]);
  const renew = useCallback(() => setMade((number) => number + 1), []);
  return [services, renew];
}

function servicesFor({ client, url, apiKey }: Access): Services {
  const origin = url ?? globalThis.location?.origin ?? "";
  const places = browserPlaces();
  // Tabs with keys of their own may belong to different people, who must not hear each other.
  const access = apiKey === undefined ? { tabs: browserTabs(origin) } : { key: apiKey };
  return createServices({
    client: client ?? createClient({ ...access, ...(url !== undefined && { url }) }),
    clock: systemClock,
    places,
    network: browserNetwork,
    device: markedDevice(globalThis.navigator?.userAgent ?? "", places.notepad),
    origin,
    newKey: freshKey,
    startOver: () => globalThis.location.reload(),
  });
}

/** Keeps services at work while they are shown. React's strict mode takes a page away and puts it back at once, which ends nothing. */
function useStarted(services: Services, renew: () => void): void {
  const ending = useRef<{ readonly services: Services; readonly prevent: () => void; readonly end: () => void }>(null);
  const ended = useRef<Services>(null);
  useEffect(() => {
    // A page that was taken away for longer, and comes back.
    if (ended.current === services) return renew();
    const before = ending.current;
    before?.prevent();
    const isSame = before?.services === services;
    if (before && !isSame) before.end();
    const end = before && isSame ? before.end : services.start();
    return () => {
      const prevent = systemClock.after(0, () => {
        ending.current = null;
        ended.current = services;
        end();
      });
      ending.current = { services, end, prevent };
    };
  }, [services, renew]);
}
