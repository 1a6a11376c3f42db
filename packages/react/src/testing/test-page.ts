import type { Inquiry } from "@askback/core/wire";
import type { Drafts } from "../data/drafts/drafts.ts";
import type { InquiryCard } from "../data/inquiry/inquiry-card.ts";
import { createInquiryModels } from "../data/inquiry/inquiry-model.ts";
import type { Outbox } from "../data/outbox/outbox.ts";
import { createServices, type Services } from "../data/services.ts";
import { createFakeBrowser, type FakeBrowser, type FakeTab } from "./fake-browser.ts";
import { createFakeClient, type FakeClient } from "./fake-client.ts";
import { createFakeClock, type FakeClock } from "./fake-clock.ts";
import { flushPromises } from "./flush-promises.ts";

/** A page that shows a card, with a server, a browser and a clock in memory. */
export interface TestPage {
  readonly client: FakeClient;
  readonly browser: FakeBrowser;
  readonly clock: FakeClock;
  readonly tab: FakeTab;
  /** Whether this page reloaded itself because another person signed in. */
  readonly hasReloaded: boolean;
  card(): InquiryCard;
  /** Calls back for each change of the card. */
  listen(listener: () => void): void;
  advance(ms: number): Promise<void>;
  setOnline(isOnline: boolean): Promise<void>;
  /** Unmounts the card, and mounts it again. */
  fold(): void;
  unfold(): Promise<void>;
  /** Shows the card on a new page of the same browser. */
  reload(): Promise<TestPage>;
  /** Shows the card in another tab of the same browser. */
  openTab(): Promise<TestPage>;
  /** Stops the services of the page. */
  end(): void;
  readonly drafts: Drafts;
  readonly outbox: Outbox;
  readonly files: Services["files"];
  wipe(): Promise<void>;
}

type World = Pick<TestPage, "client" | "browser" | "clock"> & { isOnline: boolean; keys: number };

export function openTestPage(change?: (client: FakeClient) => void): Promise<TestPage> {
  const client = createFakeClient();
  change?.(client);
  return openPage({ client, browser: createFakeBrowser(), clock: createFakeClock(), isOnline: true, keys: 0 });
}

async function openPage(world: World): Promise<TestPage> {
  const tab = world.browser.openTab();
  const networkListeners = new Set<() => void>();
  let hasReloaded = false;
  const services = createServices({
    client: world.client,
    clock: world.clock,
    storage: tab,
    origin: "https://ask.example",
    device: "Laptop",
    network: {
      isOnline: () => world.isOnline,
      onChange(listener) {
        networkListeners.add(listener);
        return () => networkListeners.delete(listener);
      },
    },
    newKey: () => `key_${++world.keys}`,
    reload: () => {
      hasReloaded = true;
    },
  });
  const model = createInquiryModels(services)("inq_1");
  const stop = services.start();
  let stopModel = model.listen(() => {});
  await flushPromises();

  return {
    ...world,
    tab,
    get hasReloaded() {
      return hasReloaded;
    },
    card() {
      const card = model.get().data;
      if (!card) throw new Error(`no card is shown: ${JSON.stringify(model.get())}`);
      return card;
    },
    listen: (listener) => void model.listen(listener),
    async advance(ms) {
      world.clock.advance(ms);
      await flushPromises();
    },
    async setOnline(isOnline) {
      world.isOnline = isOnline;
      for (const listener of networkListeners) listener();
      await flushPromises();
    },
    fold: () => stopModel(),
    async unfold() {
      stopModel = model.listen(() => {});
      await flushPromises();
    },
    reload() {
      tab.hide();
      stopModel();
      stop();
      return openPage(world);
    },
    openTab: () => openPage(world),
    end: stop,
    drafts: services.drafts,
    outbox: services.outbox,
    files: services.files,
    wipe: () => services.drafts.wipe(),
  };
}

/** The server does what the next call of a name wants. */
export function grant(page: TestPage, name: string, value: unknown, inquiry: Inquiry): void {
  page.client.answerWith(name, () => {
    page.client.known.inquiry = inquiry;
    return { ok: true, value };
  });
}
