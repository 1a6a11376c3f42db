import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { createWaiters } from "./waiters.ts";

export interface ReceivedMail extends Email {
  /** Whom the envelope names. */
  readonly recipients: readonly string[];
  header(name: string): string | undefined;
  /** The first link in the text whose path begins so. */
  link(path: string): string;
}

export interface SmtpReceiver {
  /** As the config of a server names it. */
  readonly url: string;
  readonly received: readonly ReceivedMail[];
  until(isEnough: (received: readonly ReceivedMail[]) => boolean): Promise<readonly ReceivedMail[]>;
  close(): Promise<void>;
}

export interface SmtpOptions {
  readonly port?: number;
  /** The status with which a recipient is refused; undefined takes the mail. */
  refuse?(recipient: string): number | undefined;
  /** Holds the mail back until this resolves. */
  hold?(recipient: string): Promise<void> | undefined;
}

/** A real SMTP server on loopback that keeps what it gets. */
export async function startSmtpReceiver({ port = 0, refuse, hold }: SmtpOptions = {}): Promise<SmtpReceiver> {
  const received: ReceivedMail[] = [];
  const { until, wake } = createWaiters();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo({ address }, _session, done) {
      const status = refuse?.(address);
      const error = status === undefined ? undefined : Object.assign(new Error("no"), { responseCode: status });
      void Promise.resolve(hold?.(address)).then(() => done(error));
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        void PostalMime.parse(Buffer.concat(chunks)).then((email) => {
          const recipients = envelope.rcptTo.map(({ address }) => address);
          received.push({
            ...email,
            recipients,
            header: (name) => email.headers.find(({ key }) => key === name)?.value,
            link(path) {
              const found = new RegExp(`https?://\\S+?${path}\\S+`).exec(email.text ?? "")?.[0];
              if (found === undefined) throw new Error(`no link to ${path} in ${email.text}`);
              return found;
            },
          });
          done();
          wake();
        });
      });
    },
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const { port: listening } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${listening}`,
    received,
    until: (isEnough) => until(() => isEnough(received) && received),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
