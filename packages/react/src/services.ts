import type { Client } from "@askback/client";
import type { Me } from "@askback/core/wire";
import type { InquiryCard } from "./card/inquiry-card.ts";
import type { Clock } from "./clock.ts";
import { createDrafts } from "./draft/create-drafts.ts";
import type { Drafts } from "./draft/drafts.ts";
import type { Places } from "./draft/places.ts";
import { createLive } from "./live/create-live.ts";
import { valueIn } from "./live/known.ts";
import type { Known, Live } from "./live/live.ts";
import type { Source } from "./live/source.ts";
import { createDesk } from "./sending/desk.ts";
import { createOutbox } from "./sending/outbox.ts";
import { createSender, type Network } from "./sending/sender.ts";

/** All that works behind the components. */
export interface Services {
  readonly client: Client;
  readonly live: Live;
  readonly drafts: Drafts;
  /** Equal ids give the same source. */
  desk(inquiryId: string): Source<Known<InquiryCard>>;
  /** Begins to listen and to send; returns how to end that. Until then nothing is done, so that it can be made anywhere. */
  start(): () => void;
}

export interface ServicesOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly places: Places;
  readonly network: Network;
  readonly device: string;
  /** Where the server is. */
  readonly origin: string;
  readonly newKey: () => string;
}

export function createServices(options: ServicesOptions): Services {
  const { client, clock, places, network, device, origin, newKey } = options;
  const live = createLive(client, { clock });
  const me = Promise.withResolvers<Me>();
  const lastPerson = `me:${origin}`;
  const drafts = createDrafts({
    client,
    clock,
    places,
    origin,
    device,
    me: me.promise,
    onSaved: (listener) => live.onEvent((event) => event.type === "drafted" && listener(event.saved)),
  });
  const prefix = me.promise.then(({ id }) => `outbox:${origin}:${id}:`);
  const outbox = createOutbox(places.database, prefix);
  const sender = createSender({ client, live, outbox, clock, network, newKey });
  const desks = new Map<string, Source<Known<InquiryCard>>>();

  function greet(): void {
    const person = valueIn(live.me.get());
    const last = places.notepad.get(lastPerson);
    if (person) {
      me.resolve(person);
      places.notepad.set(lastPerson, JSON.stringify(person));
    } else if (last !== undefined && live.connection.get() === "lost") {
      // Without a connection it is whoever was here last, and what they wrote is here.
      me.resolve(JSON.parse(last) as Me);
    }
  }

  return {
    client,
    live,
    drafts: {
      ...drafts,
      async wipe() {
        await Promise.all([drafts.wipe(), outbox.clear()]);
      },
    },
    desk(inquiryId) {
      const desk = desks.get(inquiryId) ?? createDesk(inquiryId, { client, live, drafts, sender });
      desks.set(inquiryId, desk);
      return desk;
    },
    start() {
      const stops = [live.me.subscribe(greet), live.connection.subscribe(greet), sender.start()];
      greet();
      return () => {
        for (const stop of stops) stop();
        drafts.close();
        live.close();
      };
    },
  };
}
