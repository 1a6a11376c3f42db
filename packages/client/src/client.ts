import type { Result } from "@askback/core";
import type * as wire from "@askback/core/wire";
import type { LiveEvents } from "./events.ts";
import type { Failure } from "./failure.ts";

/** What a call comes to: a value, or why there is none. Nothing is thrown for what a server or a network does. */
export type Reply<Value> = Promise<Result<Value, Failure>>;

export interface CallOptions {
  readonly signal?: AbortSignal;
}

export interface CommandOptions extends CallOptions {
  /** The same request again under the same key is done once; each call has a fresh one unless given. */
  readonly key?: string;
}

type Paged = { readonly limit?: number; readonly cursor?: string };

/** Askback's HTTP API, one method for each route. */
export interface Client {
  /** What time it is by the server's clock, by which deadlines end; that of this device until an answer tells. */
  now(): number;
  me(options?: CallOptions): Reply<wire.Me>;
  agents(options?: CallOptions): Reply<wire.Page<wire.Agent>>;
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
    /** Newest last; `next` leads to older messages. */
    transcript(id: string, query?: Paged, options?: CallOptions): Reply<wire.Page<wire.Message>>;
    runs(id: string, options?: CallOptions): Reply<wire.Page<wire.Run>>;
    start(
      body: { readonly agent: string; readonly message?: string; readonly title?: string },
      options?: CommandOptions,
    ): Reply<wire.Conversation>;
    /** `answers` is what its author has seen asked: to anything else that is open by now the message is separate. */
    send(
      id: string,
      body: {
        readonly text: string;
        readonly separate?: boolean;
        readonly answers?: { readonly inquiry: string; readonly revision: number };
      },
      options?: CommandOptions,
    ): Reply<wire.Conversation>;
    rename(id: string, body: { readonly title: string }, options?: CommandOptions): Reply<wire.Conversation>;
    stop(id: string, options?: CommandOptions): Reply<wire.Conversation>;
    resume(id: string, options?: CommandOptions): Reply<wire.Conversation>;
    retry(id: string, options?: CommandOptions): Reply<wire.Conversation>;
    fork(id: string, body: { readonly inquiry: string }, options?: CommandOptions): Reply<wire.Conversation>;
    delete(id: string, options?: CommandOptions): Reply<undefined>;
  };
  readonly runs: { get(id: string, options?: CallOptions): Reply<wire.Run> };
  readonly inquiries: {
    list(query?: InquiryQuery, options?: CallOptions): Reply<wire.Page<wire.Inquiry>>;
    /** `wait` is how many seconds to wait for its resolution. */
    get(id: string, query?: { readonly wait?: number }, options?: CallOptions): Reply<wire.Inquiry>;
    /** `hold` is for how many seconds the answer can be taken back. */
    answer(
      id: string,
      body: {
        readonly answers: readonly wire.Answer[];
        readonly comment?: string;
        readonly revision?: number;
        readonly hold?: number;
      },
      options?: CommandOptions,
    ): Reply<wire.Receipt>;
    delegate(id: string, body?: Remark, options?: CommandOptions): Reply<wire.Receipt>;
    decline(id: string, body?: Remark, options?: CommandOptions): Reply<wire.Receipt>;
    dismiss(id: string, body?: Remark, options?: CommandOptions): Reply<wire.Receipt>;
    withdraw(id: string, options?: CommandOptions): Reply<wire.Receipt>;
    /** Delivers the caller's held answer at once. */
    deliver(id: string, options?: CommandOptions): Reply<wire.Receipt>;
    retract(id: string, options?: CommandOptions): Reply<wire.Inquiry>;
    /** Moves the deadline to later: `until`, or away where that is null. */
    extend(id: string, body: { readonly until: string | null }, options?: CommandOptions): Reply<wire.Inquiry>;
    /** Keeps it out of the caller's inbox until a time; null brings it back. */
    snooze(id: string, body: { readonly until: string | null }, options?: CommandOptions): Reply<wire.Inquiry>;
    /** The caller has looked at it. */
    see(id: string, options?: CommandOptions): Reply<wire.Inquiry>;
    /** The caller's own draft, if there is one. */
    draft(id: string, options?: CallOptions): Reply<wire.SavedDraft | undefined>;
    /** What arrives last counts, and each may be tried again: wait for one before the next. */
    saveDraft(
      id: string,
      body: { readonly draft: wire.Draft; readonly device: string },
      options?: CallOptions,
    ): Reply<wire.SavedDraft>;
    discardDraft(id: string, options?: CallOptions): Reply<undefined>;
  };
  readonly inbox: {
    /** The one number: open inquiries that the caller may answer and has not put off. */
    count(options?: CallOptions): Reply<{ readonly open: number; readonly snoozed: number }>;
  };
  /** What happens, live: of these conversations, or of all that the caller may see. */
  events(options?: { readonly conversations?: readonly string[]; readonly after?: number }): LiveEvents;
}

type Remark = { readonly comment?: string; readonly revision?: number };

export type InquiryQuery = Paged & {
  readonly status?: wire.InquiryStatus;
  readonly conversation?: string;
  readonly run?: string;
  readonly agent?: string;
  readonly resolvedBy?: string;
  readonly order?: "oldest" | "newest";
  /** Only those that are. */
  readonly resolved?: true;
  /** Only those that are snoozed, or only those that are not. */
  readonly snoozed?: boolean;
};
