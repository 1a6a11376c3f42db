import type { InquiryCard } from "../card/inquiry-card.ts";
import type { Drafts } from "../draft/drafts.ts";
import { valueIn } from "../live/known.ts";
import { createServices } from "../services.ts";
import { createFakeClient, type FakeClient } from "./fake-client.ts";
import { createFakeBrowser, type FakeBrowser, type FakeTab } from "./fake-places.ts";
import { settled } from "./settled.ts";
import { createTurnableClock, type TurnableClock } from "./turnable-clock.ts";

/** A person at a card, with a server, a browser and a clock in memory. */
export interface Face {
  readonly client: FakeClient;
  readonly browser: FakeBrowser;
  readonly clock: TurnableClock;
  readonly tab: FakeTab;
  /** Whether this page had to begin anew, since somebody else is here. */
  readonly hasStartedOver: boolean;
  card(): InquiryCard;
  turn(ms: number): Promise<void>;
  setOnline(isOnline: boolean): Promise<void>;
  /** Takes the card out of view, and puts it back. */
  fold(): void;
  unfold(): Promise<void>;
  /** Shows the card on a new page of the same browser. */
  reload(): Promise<Face>;
  /** Shows the card in another tab of the same browser. */
  openTab(): Promise<Face>;
  /** Ends what works behind the page. */
  end(): void;
  readonly drafts: Drafts;
  wipe(): Promise<void>;
}

type World = Pick<Face, "client" | "browser" | "clock"> & { isOnline: boolean; keys: number };

export function openFace(change?: (client: FakeClient) => void): Promise<Face> {
  const client = createFakeClient();
  change?.(client);
  return openPage({ client, browser: createFakeBrowser(), clock: createTurnableClock(), isOnline: true, keys: 0 });
}

async function openPage(world: World): Promise<Face> {
  const tab = world.browser.openTab();
  const online = new Set<() => void>();
  let hasStartedOver = false;
  const services = createServices({
    client: world.client,
    clock: world.clock,
    places: tab,
    origin: "https://ask.example",
    device: "Laptop",
    network: {
      isOnline: () => world.isOnline,
      onOnline(listener) {
        online.add(listener);
        return () => online.delete(listener);
      },
    },
    newKey: () => `key_${++world.keys}`,
    startOver: () => {
      hasStartedOver = true;
    },
  });
  const desk = services.desk("inq_1");
  const stop = services.start();
  let stopDesk = desk.subscribe(() => {});
  await settled();

  return {
    ...world,
    tab,
    get hasStartedOver() {
      return hasStartedOver;
    },
    card() {
      const card = valueIn(desk.get());
      if (!card) throw new Error(`no card is shown: ${JSON.stringify(desk.get())}`);
      return card;
    },
    async turn(ms) {
      world.clock.turn(ms);
      await settled();
    },
    async setOnline(isOnline) {
      world.isOnline = isOnline;
      if (isOnline) for (const listener of online) listener();
      await settled();
    },
    fold: () => stopDesk(),
    async unfold() {
      stopDesk = desk.subscribe(() => {});
      await settled();
    },
    reload() {
      tab.leave();
      stopDesk();
      stop();
      return openPage(world);
    },
    openTab: () => openPage(world),
    end: stop,
    drafts: services.drafts,
    wipe: () => services.drafts.wipe(),
  };
}
