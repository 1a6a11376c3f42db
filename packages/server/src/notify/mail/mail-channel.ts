import type { Transporter } from "nodemailer";
import type { Channel } from "../deliver/channel.ts";
import type { Sent } from "../notice-sender.ts";
import { deliveryMail, digestMail, type MailContent, signInMail, testMail, threadOf } from "./mail-content.ts";

export interface MailSettings {
  /** The server that sends, such as smtps://user:password@mail.example.org. */
  readonly url: string;
  /** Who it comes from, such as "Askback <askback@example.org>". */
  readonly from: string;
}

export interface MailChannel extends Channel {
  /** Sends a link that signs a person in. */
  sendSignInLink(link: { readonly to: string; readonly name: string; readonly url: string }): Promise<Sent>;
  close(): void;
}

/** So many connections are open at once; each sends many mails. */
const maxConnections = 4;
const waitMs = 15_000;

/** Mail by SMTP: text and HTML, one thread for each conversation. A mail cannot be taken back, so nothing settles it. */
export function createMailChannel({ url, from }: MailSettings): MailChannel {
  let opened: Promise<Transporter> | undefined;

  /** The code is loaded with the first mail, so that a server starts without it. */
  async function open(): Promise<Transporter> {
    const { createTransport } = await import("nodemailer");
    return createTransport({
      url,
      pool: true,
      maxConnections,
      connectionTimeout: waitMs,
      greetingTimeout: waitMs,
      socketTimeout: waitMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  const domain = /@([^>\s]+)>?\s*$/.exec(from)?.[1] ?? "askback.invalid";

  async function send(mail: OutgoingMail): Promise<Sent> {
    const { to, id, thread, unsubscribeUrl, content } = mail;
    try {
      opened ??= open();
      const transport = await opened;
      await transport.sendMail({
        from,
        to,
        ...content,
        // Equal for every attempt, so that a mailbox that got it already can tell.
        messageId: `<${id}@${domain}>`,
        ...(thread !== undefined && { inReplyTo: thread, references: thread }),
        headers: {
          "Auto-Submitted": "auto-generated",
          ...(unsubscribeUrl !== undefined && {
            "List-Unsubscribe": `<${unsubscribeUrl}>`,
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
          }),
        },
      });
      return { outcome: "delivered" };
    } catch (error) {
      return failed(error);
    }
  }

  return {
    name: "mail",
    addressesOf: ({ email }) => (email === undefined ? [] : [{ address: email, lane: "mail" }]),
    async send(delivery) {
      const { id, address: to, notification, unsubscribeUrl } = delivery;
      const content = deliveryMail(delivery, await delivery.answerUrl());
      return send({ to, id, thread: threadOf(notification, domain), unsubscribeUrl, content });
    },
    digest(digest) {
      const { id, address: to, unsubscribeUrl } = digest;
      return send({ to, id, unsubscribeUrl, content: digestMail(digest) });
    },
    async test({ email, project }) {
      if (email === undefined) return { outcome: "dead", failure: "no-address" };
      return send({ to: email, id: `test.${crypto.randomUUID()}`, content: testMail(project) });
    },
    sendSignInLink({ to, name, url }) {
      return send({ to, id: `sign-in.${crypto.randomUUID()}`, content: signInMail(name, url) });
    },
    close() {
      // A failure to open was the failure of the mail.
      opened?.then((transport) => transport.close()).catch(() => {});
    },
  };
}

interface OutgoingMail {
  readonly to: string;
  readonly id: string;
  readonly thread?: string;
  readonly unsubscribeUrl?: string;
  readonly content: MailContent;
}

/** A server that refuses for good says so by a status from 500 on; what it writes may repeat the address and is not stored. */
function failed(error: unknown): Sent {
  const {
    name = "",
    code = "",
    responseCode,
  } = (error ?? {}) as { name?: string; code?: string; responseCode?: number };
  const status = responseCode === undefined ? {} : { status: responseCode };
  if (code === "EAUTH") return { outcome: "failed", failure: "sign-in", ...status };
  if (responseCode !== undefined)
    return { outcome: responseCode >= 500 ? "dead" : "failed", failure: "refused", ...status };
  if (code === "ETIMEDOUT" || name === "TimeoutError") return { outcome: "failed", failure: "timeout" };
  if (code === "EDNS" || code === "ENOTFOUND") return { outcome: "failed", failure: "name" };
  if (code === "ETLS") return { outcome: "failed", failure: "certificate" };
  return { outcome: "failed", failure: "connection" };
}
