import { browserTabs, type Client, createClient, createIdempotencyKey } from "@askback/client";
import type { Inquiry } from "@askback/core/wire";
import { I18nProvider } from "@lingui/react";
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { type Askback, AskbackContext, type CardLinks } from "./askback-context.ts";
import { watchAttention } from "./card/focus/focus-rules.ts";
import { systemClock } from "./data/clock.ts";
import { markedDevice } from "./data/device-name.ts";
import { explainForeignOrigin } from "./data/foreign-origin.ts";
import { browserNetwork } from "./data/outbox/network.ts";
import { createServices, type Services } from "./data/services.ts";
import { createBrowserStorage } from "./data/storage/browser-storage.ts";
import { type Language, languageFor } from "./i18n/catalogue.ts";
import { createI18n, createLanguageLoader, type OwnMessages } from "./i18n/i18n.ts";
import { LanguageContext } from "./i18n/use-language.ts";
import { ServicesContext } from "./services-context.ts";
import { defaultSettings, type Settings } from "./settings.ts";
import { ClockContext } from "./ui/time.tsx";

export interface AskbackProviderProps {
  /** A client, or the address of the server and an API key; without any of them the page's own server and its cookie. */
  readonly client?: Client;
  readonly url?: string;
  /** A function returns a short-lived token for the person, and is called again when the server no longer accepts it. */
  readonly apiKey?: string | (() => Promise<string>);
  /** The browser's unless given. */
  readonly language?: Language;
  /** Settings that the reader cannot change, unless `onSettings` applies their choice. */
  readonly settings?: Partial<Settings>;
  readonly onSettings?: (settings: Settings) => void;
  /** The addresses of an inquiry and its messages in the app. */
  readonly linksOf?: (inquiry: Inquiry) => CardLinks;
  /** Messages of the app, for `useTranslation`. */
  readonly messages?: OwnMessages;
  /** Shown in place of the children until the language is loaded; without it they are in English until then. */
  readonly placeholder?: ReactNode;
  readonly children: ReactNode;
}

/** Provides a server, a language and settings to the components inside. */
export function AskbackProvider(props: AskbackProviderProps): ReactNode {
  const { client, url, apiKey, language, settings, onSettings, linksOf, messages, placeholder, children } = props;
  const [services, renew] = useServicesFor({ client, url, apiKey: useStableKey(apiKey) });
  const [i18n] = useState(() => createI18n(messages));
  const [loader] = useState(() => createLanguageLoader(i18n));
  const [chosen, setChosen] = useState<Partial<Settings>>({});
  const wanted = language ?? languageFor(navigator.languages);
  const [isLoaded, setIsLoaded] = useState(wanted === "en");
  useRunning(services, renew);
  useEffect(() => {
    const { origin } = globalThis.location;
    const page = { origin, fetch: globalThis.fetch.bind(globalThis), warn: (text: string) => console.warn(text) };
    if (url !== undefined) void explainForeignOrigin(url, page);
  }, [url]);
  useEffect(() => watchAttention(document), []);
  // In a layout effect, since the effects of the children may announce something in this language.
  useLayoutEffect(() => {
    const unmount = new AbortController();
    void loader.load(wanted, { own: messages, signal: unmount.signal }).then(() => setIsLoaded(true));
    return () => unmount.abort();
  }, [loader, wanted, messages]);

  const askback = useMemo((): Askback => {
    const current = { ...defaultSettings, ...chosen, ...settings };
    return {
      client: services.client,
      live: services.live,
      drafts: services.drafts,
      outbox: services.outbox,
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
          <ClockContext.Provider value={services.client.now}>
            <AskbackContext.Provider value={askback}>
              {isLoaded || placeholder === undefined ? children : placeholder}
            </AskbackContext.Provider>
          </ClockContext.Provider>
        </ServicesContext.Provider>
      </LanguageContext.Provider>
    </I18nProvider>
  );
}

type Access = { readonly [Name in "client" | "url" | "apiKey"]: AskbackProviderProps[Name] };

/** A function that stays the same, though a host may write a new one with each render. */
function useStableKey(apiKey: Access["apiKey"]): Access["apiKey"] {
  const latest = useRef(apiKey);
  useLayoutEffect(() => {
    latest.current = apiKey;
  });
  const ask = useCallback(async () => {
    const { current } = latest;
    return typeof current === "function" ? current() : (current ?? "");
  }, []);
  return typeof apiKey === "function" ? ask : apiKey;
}

/** The services, and how to replace them. */
function useServicesFor({ client, url, apiKey }: Access): readonly [Services, () => void] {
  const [generation, setGeneration] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each generation has its own services
  const services = useMemo(() => createBrowserServices({ client, url, apiKey }), [client, url, apiKey, generation]);
  const renew = useCallback(() => setGeneration((before) => before + 1), []);
  return [services, renew];
}

function createBrowserServices({ client, url, apiKey }: Access): Services {
  const origin = url ?? globalThis.location?.origin ?? "";
  const storage = createBrowserStorage();
  // Tabs with API keys of their own may belong to different users, who must not share a stream.
  const access = accessOf(apiKey, origin);
  return createServices({
    client: client ?? createClient({ ...access, ...(url !== undefined && { url }) }),
    clock: systemClock,
    storage,
    network: browserNetwork,
    device: markedDevice(globalThis.navigator?.userAgent ?? "", storage.text),
    origin,
    // Who has a token is known by the server alone, as with a cookie.
    apiKey: typeof apiKey === "function" ? "token" : apiKey,
    newKey: createIdempotencyKey,
    reload: () => globalThis.location.reload(),
  });
}

function accessOf(apiKey: Access["apiKey"], origin: string) {
  if (apiKey === undefined) return { tabs: browserTabs(origin) };
  return typeof apiKey === "function" ? { token: apiKey } : { key: apiKey };
}

/** Runs services while the provider is mounted. Strict mode unmounts and mounts at once, which stops nothing. */
function useRunning(services: Services, renew: () => void): void {
  const stopping = useRef<{ readonly services: Services; readonly cancel: () => void; readonly stop: () => void }>(
    null,
  );
  const stopped = useRef<Services>(null);
  useEffect(() => {
    // Mounted again after the services were stopped, as `Activity` does.
    if (stopped.current === services) return renew();
    const before = stopping.current;
    before?.cancel();
    const isSame = before?.services === services;
    if (before && !isSame) before.stop();
    const stop = before && isSame ? before.stop : services.start();
    return () => {
      const cancel = systemClock.after(0, () => {
        stopping.current = null;
        stopped.current = services;
        stop();
      });
      stopping.current = { services, stop, cancel };
    };
  }, [services, renew]);
}
