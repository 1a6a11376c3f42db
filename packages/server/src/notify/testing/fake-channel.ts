import type { Channel, Delivery, Digest, SettledDelivery } from "../deliver/channel.ts";
import type { Sent } from "../notice-sender.ts";

/** What a channel was asked to do, in order. */
export type Asked =
  | { readonly type: "send"; readonly delivery: Delivery }
  | { readonly type: "settle"; readonly delivery: SettledDelivery }
  | { readonly type: "digest"; readonly delivery: Digest };

export interface FakeChannel extends Channel {
  readonly asked: readonly Asked[];
}

/** A channel as others may write one; people are reached at their mail address. It does what `respond` says. */
export function createFakeChannel(
  name: string,
  respond: (asked: Asked) => Sent | Promise<Sent> = () => ({ outcome: "delivered" }),
): FakeChannel {
  const asked: Asked[] = [];
  const note = async (one: Asked) => {
    asked.push(one);
    return respond(one);
  };
  return {
    name,
    asked,
    addressesOf: ({ email }) => (email === undefined ? [] : [{ address: email, lane: name }]),
    send: (delivery) => note({ type: "send", delivery }),
    settle: (delivery) => note({ type: "settle", delivery }),
    digest: (delivery) => note({ type: "digest", delivery }),
    test: async () => ({ outcome: "delivered" }),
  };
}
