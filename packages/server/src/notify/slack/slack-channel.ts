import type { NameOf } from "../../store/people/name-of.ts";
import type { Channel, Delivery, SettledDelivery } from "../deliver/channel.ts";
import type { Sent } from "../notice-sender.ts";
import type { SlackApi } from "./slack-api.ts";
import { slackForm } from "./slack-form.ts";
import { askMessage, endedBy, endingText, plainMessage, type SlackMessage, settledMessage } from "./slack-message.ts";
import { type SlackUsers, slackAddressesOf } from "./slack-users.ts";

export interface SlackChannelOptions {
  readonly api: SlackApi;
  readonly users: SlackUsers;
  readonly nameOf: NameOf;
}

/** A message that was posted, as Slack finds it. */
interface Posted {
  readonly channel: string;
  readonly ts: string;
}

type Step<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly sent: Sent };

/** The app says by it which delivery a message is. */
const metadataType = "askback_delivery";
const tooLong = "too-long";
/** Why a message stays as it is: a new one is posted then. */
const unchangeable = ["cant_update_message", "edit_window_closed", "message_not_found"];
/** So many of the newest messages are looked through for one whose fate nobody knows. */
const lookedThrough = 100;

/** Slack: the app writes to each person, and changes what it wrote when somebody settles it. */
export function createSlackChannel({ api, users, nameOf }: SlackChannelOptions): Channel {
  async function openChannel(address: string, signal: AbortSignal): Promise<Step<string>> {
    const user = await users.idOf(address, signal);
    if (!user.ok) return user;
    const opened = await api.call("conversations.open", { users: user.id }, signal);
    if (!opened.ok) return opened;
    return { ok: true, value: String((opened.body.channel as { readonly id?: unknown } | undefined)?.id ?? "") };
  }

  async function post(channel: string, message: SlackMessage, signal: AbortSignal, id?: string): Promise<Sent> {
    const posted = await api.call(
      "chat.postMessage",
      {
        channel,
        ...message,
        ...quiet,
        ...(id !== undefined && marked(id)),
      },
      signal,
    );
    if (!posted.ok) return posted.error === "msg_blocks_too_long" ? { ...posted.sent, failure: tooLong } : posted.sent;
    return { outcome: "delivered", reference: referenceTo({ channel, ts: String(posted.body.ts) }) };
  }

  /** Finds the message of a delivery that may have been posted by a server which then ended. */
  async function find({ address, id }: Delivery, signal: AbortSignal): Promise<Step<Posted | undefined>> {
    const opened = await openChannel(address, signal);
    if (!opened.ok) return opened;
    const channel = opened.value;
    const fields = { channel, limit: lookedThrough, include_all_metadata: true };
    const history = await api.call("conversations.history", fields, signal);
    // Without the scope im:history a message may come twice.
    if (!history.ok) return history.error === "missing_scope" ? { ok: true, value: undefined } : history;
    const found = (history.body.messages as readonly PostedMessage[] | undefined)?.find(
      ({ metadata }) => metadata?.event_type === metadataType && metadata.event_payload?.id === id,
    );
    return { ok: true, value: found && { channel, ts: found.ts } };
  }

  /** Changes the message of an earlier delivery into that of this one; undefined where it cannot be changed any more. */
  async function edit(delivery: Delivery, reference: string, signal: AbortSignal): Promise<Sent | undefined> {
    const message = askMessage(delivery, await answerUrlOf(delivery));
    const fields = { ...readReferenceTo(reference), ...message, ...quiet, ...marked(delivery.id) };
    const updated = await api.call("chat.update", fields, signal);
    if (updated.ok) return { outcome: "delivered", reference };
    return unchangeable.includes(updated.error ?? "") ? undefined : updated.sent;
  }

  async function send(delivery: Delivery, signal: AbortSignal): Promise<Sent> {
    const replaced = delivery.replaces?.reference;
    const edited = replaced === undefined ? undefined : await edit(delivery, replaced, signal);
    if (edited) return edited;
    if (delivery.tries > 1) {
      const earlier = await find(delivery, signal);
      if (!earlier.ok) return earlier.sent;
      if (earlier.value) return { outcome: "delivered", reference: referenceTo(earlier.value) };
    }
    const opened = await openChannel(delivery.address, signal);
    if (!opened.ok) return opened.sent;
    const url = await answerUrlOf(delivery);
    const whole = await post(opened.value, askMessage(delivery, url), signal, delivery.id);
    return whole.failure === tooLong ? post(opened.value, askMessage(delivery, url, true), signal, delivery.id) : whole;
  }

  async function settle(delivery: SettledDelivery, signal: AbortSignal): Promise<Sent> {
    const { inquiry, reference } = delivery;
    const posted: Step<Posted | undefined> =
      reference === undefined ? await find(delivery, signal) : { ok: true, value: readReferenceTo(reference) };
    if (!posted.ok) return posted.sent;
    if (!posted.value) return { outcome: "withdrawn" };
    const by = inquiry && endedBy(inquiry);
    const ending = inquiry ? endingText(inquiry, by && (await nameOf(by))) : "Nobody has to do anything any more";
    const message = settledMessage(delivery, ending);
    const updated = await api.call("chat.update", { ...posted.value, ...message, ...quiet }, signal);
    return updated.ok ? { outcome: "delivered" } : updated.sent;
  }

  return {
    name: "slack",
    addressesOf: slackAddressesOf,
    send,
    settle,
    async test(contact, signal) {
      const [address] = slackAddressesOf(contact);
      if (!address) return { outcome: "dead", failure: "no-address" };
      const opened = await openChannel(address.address, signal);
      if (!opened.ok) return opened.sent;
      return post(opened.value, plainMessage(`Questions of the project ${contact.project} reach you here.`), signal);
    },
  };
}

interface PostedMessage {
  readonly ts: string;
  readonly metadata?: { readonly event_type?: string; readonly event_payload?: { readonly id?: string } };
}

function marked(id: string) {
  return { metadata: { event_type: metadataType, event_payload: { id } } };
}

/** Slack neither loads what a link in agents' words leads to, nor makes names in them mentions. */
const quiet = { unfurl_links: false, unfurl_media: false, link_names: false, parse: "none" } as const;

/** The link that answers, where it is needed; a secret is given where its reader has signed in, and not by a link. */
async function answerUrlOf({ inquiry, pageUrl, answerUrl }: Delivery): Promise<string> {
  const isSecret = inquiry?.questions.some(({ secret }) => secret) ?? false;
  const needsLink = inquiry !== undefined && !isSecret && slackForm(inquiry).type === "page";
  return (needsLink ? await answerUrl() : undefined) ?? pageUrl;
}

function referenceTo({ channel, ts }: Posted): string {
  return `${channel}/${ts}`;
}

function readReferenceTo(reference: string): Posted {
  const [channel = "", ts = ""] = reference.split("/");
  return { channel, ts };
}
