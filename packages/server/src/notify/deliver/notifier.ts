import type { Answering } from "../../store/people/answering-groups.ts";
import { createNameOf } from "../../store/people/name-of.ts";
import type { Store } from "../../store/store.ts";
import { createMailChannel, type MailSettings } from "../mail/mail-channel.ts";
import type { SendNotice, Sent } from "../notice-sender.ts";
import { createPushChannel } from "../push/push-channel.ts";
import { createVapid } from "../push/vapid.ts";
import { createSlack, type Slack } from "../slack/slack.ts";
import type { SlackSettings } from "../slack/slack-api.ts";
import type { AddressPolicy } from "../webhook/address-policy.ts";
import type { Channel } from "./channel.ts";
import { createExpand, expandChannel } from "./expand.ts";
import { createDeliveryLinks } from "./links.ts";
import { createRecipientsOf } from "./recipients.ts";
import { createSendDelivery } from "./send-delivery.ts";

/** The channels by which people are reached, besides the app. */
export interface NotificationSettings {
  readonly mail?: MailSettings;
  /** Web Push; push services write to this contact, such as mailto:ops@example.org, when something is wrong. */
  readonly push?: { readonly contact: string };
  /** Slack: an app in your workspace, which needs an appToken (Socket Mode) or a signingSecret (HTTP). */
  readonly slack?: SlackSettings;
  /** Channels of your own. */
  readonly channels?: readonly Channel[];
}

export interface NotifierOptions {
  readonly store: Store;
  readonly answering: Answering;
  readonly settings: NotificationSettings;
  readonly keys: { readonly unsubscribeKey: Uint8Array; readonly pushKey: Uint8Array };
  /** Browsers may have their push services at these addresses. */
  readonly addresses: AddressPolicy;
  /** The address of this server as people reach it. */
  baseUrl(): string;
  /** Called when deliveries were stored. */
  onDeliveries(): void;
}

/** Mails the path of a sign-in link to the person of this name. */
export type MailSignInLink = (link: {
  readonly to: string;
  readonly name: string;
  readonly path: string;
}) => Promise<Sent>;

/** Tells people: expands events into deliveries, and sends those. */
export interface Notifier {
  readonly channels: ReadonlyMap<string, Channel>;
  readonly send: SendNotice;
  /** The app by which people answer in Slack. */
  readonly slack?: Slack;
  /** Mails a link that signs a person in, where mail is sent. */
  readonly mailSignInLink?: MailSignInLink;
  close(): void;
}

export function createNotifier(options: NotifierOptions): Notifier {
  const { store, answering, settings, keys, addresses, baseUrl, onDeliveries } = options;
  const nameOf = createNameOf(store.directory);
  const mail = settings.mail && createMailChannel(settings.mail);
  const push =
    settings.push &&
    createPushChannel({
      vapid: createVapid(keys.pushKey, settings.push.contact),
      contacts: store.contacts,
      addresses,
      clock: store.clock,
      nameOf,
    });
  const slack = settings.slack && createSlack({ settings: settings.slack, nameOf, clock: store.clock });
  const own = [mail, push, slack?.channel].filter((channel) => channel !== undefined);
  const all = [...own, ...(settings.channels ?? [])];
  const channels = new Map(all.map((channel) => [channel.name, channel]));
  const links = createDeliveryLinks({ store, baseUrl, unsubscribeKey: keys.unsubscribeKey });
  const expand = createExpand({ store, channels, recipientsOf: createRecipientsOf(store, answering), onDeliveries });
  const sendDelivery = createSendDelivery({ store, answering, channels, links });
  const mailSignInLink: MailSignInLink | undefined =
    mail && (({ path, ...whom }) => mail.sendSignInLink({ ...whom, url: baseUrl() + path }));
  return {
    channels,
    send: (notice, signal) => (notice.channel === expandChannel ? expand : sendDelivery)(notice, signal),
    ...(slack && { slack }),
    ...(mailSignInLink && { mailSignInLink }),
    close: () => mail?.close(),
  };
}
