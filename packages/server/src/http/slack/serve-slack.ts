import type { Slack } from "../../notify/slack/slack.ts";
import { createSlackApi } from "../../notify/slack/slack-api.ts";
import { createSlackSocket } from "../../notify/slack/slack-socket.ts";
import {
  createSlackInteractions,
  type SlackInteractions,
  type SlackInteractionsOptions,
} from "./slack-interactions.ts";

/** What the route needs that takes requests of Slack. */
export interface SlackRequests extends Pick<SlackInteractions, "handle"> {
  readonly signingSecret: string;
}

export interface SlackService {
  /** Set where Slack sends requests to this server. */
  readonly requests?: SlackRequests;
  /** Opens the connection of Socket Mode, where the config has a token for it. */
  start(): void;
  /** Takes no more, and waits for what is under way. */
  stop(): Promise<void>;
}

/** What is told to a Slack that does not answer does not keep the server from stopping for longer. */
const stopMs = 2_000;

/** Takes what people do in Slack, by the socket, by signed requests or by both. */
export function serveSlack(options: SlackInteractionsOptions & { readonly slack: Slack }): SlackService {
  const { slack, services, onError } = options;
  const { appToken, signingSecret, apiUrl } = slack.settings;
  const interactions = createSlackInteractions(options);
  const { handle } = interactions;
  const socket =
    appToken === undefined
      ? undefined
      : createSlackSocket({
          api: createSlackApi({ token: appToken, apiUrl }, services.clock),
          clock: services.clock,
          handle,
          onError,
        });
  return {
    ...(signingSecret !== undefined && { requests: { signingSecret, handle } }),
    start: () => socket?.start(),
    async stop() {
      socket?.stop();
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const cancel = services.clock.after(stopMs, resolve);
      await Promise.race([interactions.settled(), late]);
      cancel();
    },
  };
}
