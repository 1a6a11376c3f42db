import type { Clock } from "../../clock.ts";
import type { NameOf } from "../../store/people/name-of.ts";
import type { Channel } from "../deliver/channel.ts";
import { createSlackApi, type SlackApi, type SlackSettings } from "./slack-api.ts";
import { createSlackChannel } from "./slack-channel.ts";
import { createSlackUsers, type SlackUsers } from "./slack-users.ts";

/** The app in a workspace of Slack, as the config names it. */
export interface Slack {
  readonly settings: SlackSettings;
  readonly api: SlackApi;
  readonly users: SlackUsers;
  readonly channel: Channel;
  readonly nameOf: NameOf;
}

export interface SlackOptions {
  readonly settings: SlackSettings;
  readonly nameOf: NameOf;
  readonly clock: Clock;
}

export function createSlack({ settings, nameOf, clock }: SlackOptions): Slack {
  const api = createSlackApi({ token: settings.botToken, apiUrl: settings.apiUrl }, clock);
  const users = createSlackUsers(api, clock);
  return { settings, api, users, nameOf, channel: createSlackChannel({ api, users, nameOf }) };
}
