import { randomBytes } from "node:crypto";
import * as wire from "@askback/core/wire";
import { z } from "@hono/zod-openapi";
import { failOnAbort } from "../../../notify/deliver/fail-on-abort.ts";
import { isTimeZone } from "../../../notify/deliver/zone-clock.ts";
import { areSubscriptionKeys } from "../../../notify/push/push-encryption.ts";
import type { ContactSettings } from "../../../store/contacts.ts";
import type { Reader } from "../../../store/notifications.ts";
import type { Outcome } from "../../outcome.ts";
import { invalidRequest, type Problem, problems } from "../../problems/problem.ts";
import { type App, type AppContext, addRoute } from "../../route.ts";
import type { Services } from "../../services.ts";
import { toIsoTime } from "../../views.ts";
import { readerOf } from "./notifications.ts";

const common = { tag: "Notifications", scope: "answer", status: 200, response: wire.Contact } as const;
const path = "/v1/contact";
/** A channel has this long to send a test. */
const testTimeoutMs = 20_000;

/** How the caller is reached besides the app: addresses, channels, quiet hours, browsers, and a test of each channel. */
export function addContactRoutes(
  app: App,
  { store: { contacts }, notifier }: Pick<Services, "store" | "notifier">,
): void {
  addRoute(app, { ...common, method: "get", path, summary: "Read how you are reached" }, (context) =>
    readContact(readerOf(context.get("principal"))),
  );

  addRoute(
    app,
    {
      ...common,
      method: "put",
      path,
      summary: "Choose how you are reached",
      description: "Replaces what you chose before, except the browsers.",
      body: wire.SaveContact,
    },
    async (context, { body }) => {
      if (isEmbedded(context)) return changedByToken;
      for (const field of ["quietHours", "onCall", "digest"] as const) {
        const zone = body[field]?.timeZone;
        if (zone !== undefined && !isTimeZone(zone))
          return invalidRequest("body", [{ path: [field, "timeZone"], message: "is no time zone that is known here" }]);
      }
      const reader = readerOf(context.get("principal"));
      await contacts.save(reader, body as ContactSettings);
      return readContact(reader);
    },
  );

  addRoute(
    app,
    {
      ...common,
      method: "post",
      path: `${path}/subscriptions`,
      isRepeatable: true,
      summary: "Show notifications in this browser",
      body: wire.PushSubscription,
    },
    async (context, { body: { endpoint, keys, device } }) => {
      if (isEmbedded(context)) return changedByToken;
      const principal = context.get("principal");
      const reader = readerOf(principal);
      const misfit = notifier.channels.get("push")?.misfit?.(endpoint);
      if (misfit !== undefined) return invalidRequest("body", [{ path: ["endpoint"], message: misfit }]);
      if (!areSubscriptionKeys(keys))
        return invalidRequest("body", [{ path: ["keys"], message: "must be the keys of a push subscription" }]);
      const id = `sub_${randomBytes(12).toString("hex")}`;
      const { session } = principal;
      const where = { ...(device !== undefined && { device }), ...(session !== undefined && { session }) };
      await contacts.addSubscription(reader, { id, endpoint, ...keys, ...where });
      return readContact(reader);
    },
  );

  addRoute(
    app,
    {
      ...common,
      method: "delete",
      path: `${path}/subscriptions`,
      summary: "Show notifications in a browser no more",
      description: "One that is gone already is no error.",
      query: z.object({ id: z.string().max(80) }),
    },
    async (context, { query: { id } }) => {
      if (isEmbedded(context)) return changedByToken;
      const reader = readerOf(context.get("principal"));
      await contacts.removeSubscription(reader, id);
      return readContact(reader);
    },
  );

  addRoute(
    app,
    {
      ...common,
      method: "post",
      path: `${path}/test`,
      isRepeatable: true,
      summary: "Try whether a channel reaches you",
      body: wire.TestChannel,
      response: wire.ChannelTest,
    },
    async (context, { body: { channel: name } }): Promise<Outcome<wire.ChannelTest>> => {
      if (isEmbedded(context)) return changedByToken;
      const channel = notifier.channels.get(name);
      const contact = await contacts.find(readerOf(context.get("principal")));
      if (!channel || !contact) return problems.channelUnknown;
      const signal = AbortSignal.any([context.req.raw.signal, AbortSignal.timeout(testTimeoutMs)]);
      const { outcome, status, failure } = await failOnAbort(signal, channel.test(contact, signal));
      return {
        status: 200,
        body: {
          outcome: outcome === "delivered" || outcome === "dead" ? outcome : "failed",
          ...(status !== undefined && { status }),
          ...(failure !== undefined && { failure }),
        },
      };
    },
  );

  async function readContact(reader: Reader): Promise<Outcome<wire.Contact>> {
    const contact = await contacts.find(reader);
    const { project: _, person: __, subscriptions = [], ...settings } = contact ?? {};
    const pushKey = notifier.channels.get("push")?.publicKey;
    return {
      status: 200,
      body: {
        ...(settings as wire.SaveContact),
        subscriptions: subscriptions.map(({ id, device, createdAt }) => ({
          id,
          ...(device !== undefined && { device }),
          createdAt: toIsoTime(createdAt),
        })),
        available: [...notifier.channels.keys()],
        ...(pushKey !== undefined && { pushKey }),
      },
    };
  }
}

/** Whether a page of a backend makes the request: what it sets would outlive its token, and could lead to somebody else. */
function isEmbedded(context: AppContext): boolean {
  return context.get("principal").kind === "embed";
}

const changedByToken: Problem = {
  status: 403,
  code: "forbidden",
  title: "A token does not change how its person is reached",
  hint: "The person signs in to the app, and chooses it in the settings.",
};
