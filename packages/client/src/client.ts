import type { Result } from "@askback/core";
import type * as wire from "@askback/core/wire";
import type { AskOptions } from "./ask.ts";
import type { Failure } from "./failure.ts";
import type { LiveEvents } from "./live-events.ts";

/** A value, or why there is none. Errors of the server or the network are never thrown. */
export type Reply<Value> = Promise<Result<Value, Failure>>;

export interface CallOptions {
  readonly signal?: AbortSignal;
}

export interface CommandOptions extends CallOptions {
  /** The idempotency key: repeated with the same key, a command is done once. By default each call has a new one. */
  readonly key?: string;
}

type Paged = { readonly limit?: number; readonly cursor?: string };

/** Askback's HTTP API, one method for each route. */
export interface Client {
  /** The time by the server's clock, which decides deadlines; until the first response that of this device. */
  now(): number;
  me(options?: CallOptions): Reply<wire.Me>;
  agents(options?: CallOptions): Reply<wire.List<wire.Agent>>;
  readonly conversations: {
    list(
      query?: Paged & {
        readonly status?: string;
        readonly agent?: string;
        readonly parent?: string;
        readonly q?: string;
      },
      options?: CallOptions,
    ): Reply<wire.Page<wire.Conversation>>;
    get(id: string, options?: CallOptions): Reply<wire.Conversation>;
    /** Oldest first; `next` leads to older messages. */
    transcript(id: string, query?: Paged, options?: CallOptions): Reply<wire.Page<wire.Message>>;
    runs(id: string, options?: CallOptions): Reply<wire.List<wire.Run>>;
    /** The whole conversation as a file. */
    export(id: string, query: { readonly format: "markdown" | "json" }, options?: CallOptions): Reply<Blob>;
    start(body: wire.StartConversation, options?: CommandOptions): Reply<wire.Conversation>;
    /** `answers` names the inquiry and revision that the author has seen; the message answers no other one. */
    send(id: string, body: wire.SendMessage, options?: CommandOptions): Reply<wire.Conversation>;
    rename(id: string, body: wire.RenameConversation, options?: CommandOptions): Reply<wire.Conversation>;
    stop(id: string, options?: CommandOptions): Reply<wire.Conversation>;
    resume(id: string, options?: CommandOptions): Reply<wire.Conversation>;
    retry(id: string, options?: CommandOptions): Reply<wire.Conversation>;
    fork(id: string, body: wire.ForkConversation, options?: CommandOptions): Reply<wire.Conversation>;
    /** Revokes what a person allowed for the rest of the conversation. */
    revokePermission(id: string, permission: string, options?: CommandOptions): Reply<wire.Conversation>;
    delete(id: string, options?: CommandOptions): Reply<undefined>;
  };
  readonly files: {
    /** Images, PDF and plain text; the server reads the type from the bytes. */
    upload(file: Blob, options: CallOptions & { readonly name: string }): Reply<wire.File>;
    read(id: string, options?: CallOptions): Reply<Blob>;
  };
  readonly runs: { get(id: string, options?: CallOptions): Reply<wire.Run> };
  /**
   * Asks people from a program that runs elsewhere, and waits until somebody resolves the inquiry, also through restarts of
   * the server. Give a `key` of your own, and the same question is found again after a restart of the program.
   */
  ask(body: wire.AskInquiry, options?: AskOptions): Reply<wire.Inquiry>;
  /** Asks all of them at once; the results are in the order of the questions. */
  askMany(bodies: readonly wire.AskInquiry[], options?: AskOptions): Promise<readonly Result<wire.Inquiry, Failure>[]>;
  readonly inquiries: {
    /** Asks, and returns at once unless `wait` is given; `ask` of the client waits for as long as it takes. */
    ask(body: wire.AskInquiry, options?: CallOptions & { readonly wait?: number }): Reply<wire.Inquiry>;
    /** Changes an open inquiry, as its asker; what is left out stays. */
    amend(id: string, body: wire.AmendInquiry, options?: CommandOptions): Reply<wire.Inquiry>;
    /** Makes one attempt of the asker the only one that continues with the resolution; for any other it fails with `already-claimed`. */
    claim(id: string, body: wire.ClaimInquiry, options?: CommandOptions): Reply<wire.Inquiry>;
    list(query?: InquiryQuery, options?: CallOptions): Reply<wire.Page<wire.Inquiry>>;
    /** `wait` is the number of seconds to wait for the resolution. */
    get(id: string, query?: { readonly wait?: number }, options?: CallOptions): Reply<wire.Inquiry>;
    /** `hold` is the number of seconds in which the answer can be retracted. */
    answer(id: string, body: wire.AnswerInquiry, options?: CommandOptions): Reply<wire.Receipt>;
    delegate(id: string, body?: wire.ResolveInquiry, options?: CommandOptions): Reply<wire.Receipt>;
    decline(id: string, body?: wire.ResolveInquiry, options?: CommandOptions): Reply<wire.Receipt>;
    dismiss(id: string, body?: wire.ResolveInquiry, options?: CommandOptions): Reply<wire.Receipt>;
    withdraw(id: string, options?: CommandOptions): Reply<wire.Receipt>;
    /** Starts the allowed call of an approval with `singleUse`, as its asker; this is granted once. */
    startCall(id: string, options?: CommandOptions): Reply<wire.Inquiry>;
    /** Reports that the call has ended. */
    finishCall(id: string, options?: CommandOptions): Reply<wire.Inquiry>;
    /** Delivers the held answer of the caller at once. */
    deliver(id: string, options?: CommandOptions): Reply<wire.Receipt>;
    retract(id: string, options?: CommandOptions): Reply<wire.Inquiry>;
    /** Moves the deadline to later; null removes it. */
    extend(id: string, body: wire.ExtendInquiry, options?: CommandOptions): Reply<wire.Inquiry>;
    /** Hides the inquiry from the caller's inbox until a time; null brings it back. */
    snooze(id: string, body: wire.SnoozeInquiry, options?: CommandOptions): Reply<wire.Inquiry>;
    /** Records that the caller has seen the inquiry. */
    see(id: string, options?: CommandOptions): Reply<wire.Inquiry>;
    /** The caller's own draft, if there is one. */
    draft(id: string, options?: CallOptions): Reply<wire.SavedDraft | undefined>;
    /** The last draft to arrive wins, and a save may be retried: wait for one before the next. */
    saveDraft(id: string, body: wire.SaveDraft, options?: CallOptions): Reply<wire.SavedDraft>;
    discardDraft(id: string, options?: CallOptions): Reply<undefined>;
    /** What webhooks were told of it, in the order of the events. */
    notices(id: string, query?: Paged, options?: CallOptions): Reply<wire.Page<wire.Notice>>;
  };
  readonly notices: {
    get(id: string, options?: CallOptions): Reply<wire.Notice>;
    /** Sends it again, at once. */
    resend(id: string, options?: CommandOptions): Reply<wire.Notice>;
  };
  readonly webhooks: {
    /** The secrets that sign the caller's webhooks. */
    secrets(options?: CallOptions): Reply<wire.WebhookSecrets>;
  };
  readonly inbox: {
    /** `open` counts the inquiries that the caller may answer and has not snoozed, `snoozed` those that they have. */
    count(options?: CallOptions): Reply<wire.InboxCount>;
  };
  /** Live events of these conversations, or of all that the caller may see. */
  events(options?: { readonly conversations?: readonly string[]; readonly after?: string }): LiveEvents;
}

export type InquiryQuery = Paged & {
  readonly status?: wire.InquiryStatus;
  readonly conversation?: string;
  readonly run?: string;
  readonly agent?: string;
  /** Part of what was asked or answered, of the conversation's title, or of the agent's name. */
  readonly q?: string;
  readonly resolvedBy?: string;
  readonly order?: "oldest" | "newest";
  /** Only resolved inquiries. */
  readonly resolved?: true;
  /** Only snoozed inquiries, or only those that are not. */
  readonly snoozed?: boolean;
};
