import type { Client } from "@askback/client";
import type { InquiryCard } from "./card/inquiry-card.ts";
import type { Outbox } from "./chat/outbox.ts";
import { createOutboxes } from "./chat/outboxes.ts";
import { createOutgoingStore } from "./chat/outgoing-store.ts";
import type { Clock } from "./clock.ts";
import { createDrafts } from "./draft/create-drafts.ts";
import type { Drafts } from "./draft/drafts.ts";
import { ownerName } from "./draft/owner-name.ts";
import type { Places } from "./draft/places.ts";
import { placesUntil } from "./draft/places-until.ts";
import { guardedClient } from "./guarded-client.ts";
import { createLive } from "./live/create-live.ts";
import type { Known, Live } from "./live/live.ts";
import type { Source } from "./live/source.ts";
import { createPerson } from "./person.ts";
import { createActs } from "./sending/acts.ts";
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
  /** The messages of a conversation that are on their way. */
  outbox(conversationId: string): Outbox;
  /**
   * Begins to listen and to send; returns how to end that. Until then nothing is done, so that it can be made anywhere.
   * What has ended does not begin again: others are made in its place.
   */
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
  /** Somebody else is here by now: lets go of all that is in memory and begins anew. */
  readonly startOver: () => void;
}

export function createServices(options: ServicesOptions): Services {
  const { clock, network, device, origin, newKey, startOver } = options;
  let isWiped = false;
  const places = placesUntil(options.places, () => isWiped);
  const live = createLive(options.client, { clock });
  const person = createPerson({ live, network, places, origin, onGone });
  const client = guardedClient(options.client, person.absence);
  const prefixed = (kind: string) => person.me.then(({ id }) => `${kind}:${ownerName(origin, id)}:`);
  const drafts = createDrafts({
    client,
    clock,
    places,
    origin,
    device,
    me: person.me,
    onSaved: (listener) => live.onEvent((event) => event.type === "drafted" && listener(event.saved)),
    onLive: (listener) => live.connection.subscribe(() => live.connection.get() === "live" && listener()),
  });
  const outbox = createOutbox(places.database, prefixed("outbox"));
  const sender = createSender({ client, live, outbox, clock, network, newKey });
  const acts = createActs({ client, live, clock, newKey });
  const outgoing = createOutgoingStore(places.database, prefixed("outgoing"));
  const { send } = client.conversations;
  const outboxes = createOutboxes({ send, store: outgoing, connection: live.connection, clock, newKey });
  const desks = new Map<string, Source<Known<InquiryCard>>>();

  /** What somebody wrote who was replaced is kept for them; of who signed out nothing is left. */
  function onGone(how: "signed-out" | "replaced"): void {
    if (how === "replaced") startOver();
    else void wipe().then(startOver);
  }

  async function wipe(): Promise<void> {
    isWiped = true;
    // Of nobody nothing is kept.
    if (person.isKnown) await Promise.all([drafts.wipe(), outbox.clear(), outgoing.clear()]);
  }

  return {
    client,
    live,
    drafts: {
      ...drafts,
      async wipe() {
        person.signOut();
        await wipe();
      },
    },
    desk(inquiryId) {
      const desk = desks.get(inquiryId) ?? createDesk(inquiryId, { live, drafts, sender, acts });
      desks.set(inquiryId, desk);
      return desk;
    },
    outbox: outboxes.of,
    start() {
      const stops = [person.start(), sender.start(), outboxes.start()];
      return () => {
        for (const stop of stops) stop();
        drafts.close();
        live.close();
      };
    },
  };
}
