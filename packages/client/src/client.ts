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
  /** Changes the caller's own name and avatar. */
  updateMe(body: wire.UpdateMe, options?: CommandOptions): Reply<wire.Me>;
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
  /** Waits for an inquiry that was asked before as `ask` does, through lost connections and restarts of the server. */
  untilResolved(inquiryId: string, options?: AskOptions): Reply<wire.Inquiry>;
  readonly inquiries: {
    /** Asks, and returns at once unless `wait` is given; `ask` of the client waits for as long as it takes. */
    ask(body: wire.AskInquiry, options?: CallOptions & { readonly wait?: number }): Reply<wire.Inquiry>;
    /** Changes an open inquiry, as its asker; what is left out stays. */
    amend(id: string, body: wire.AmendInquiry, options?: CommandOptions): Reply<wire.Inquiry>;
    /**
     * Makes one attempt of the asker the only one that continues with the resolution, or that has what `claim` names; for any other
     * it fails with `already-claimed`.
     */
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
    startCall(id: string, body?: wire.StartCall, options?: CommandOptions): Reply<wire.Inquiry>;
    /** Reports that the call has ended, as its starter; or that nobody knows how it ended. */
    finishCall(id: string, body?: wire.FinishCall, options?: CommandOptions): Reply<wire.Inquiry>;
    /** Delivers the held answer of the caller at once. */
    deliver(id: string, options?: CommandOptions): Reply<wire.Receipt>;
    retract(id: string, options?: CommandOptions): Reply<wire.Inquiry>;
    /** Moves the deadline to later; null removes it. */
    extend(id: string, body: wire.ExtendInquiry, options?: CommandOptions): Reply<wire.Inquiry>;
    /** Shows everybody that the caller is answering; it locks nothing. */
    take(id: string, options?: CommandOptions): Reply<wire.Inquiry>;
    /** Shows that nobody is answering any more. */
    release(id: string, options?: CommandOptions): Reply<wire.Inquiry>;
    /** Asks one person to answer; null asks nobody. */
    assign(id: string, body: wire.AssignInquiry, options?: CommandOptions): Reply<wire.Inquiry>;
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
    /** What happened to it, in the order in which it was recorded. */
    audit(id: string, query?: Paged, options?: CallOptions): Reply<wire.Page<wire.AuditEntry>>;
  };
  readonly secrets: {
    /** Exchanges the handle of a secret, as the program that asked for it. */
    open(handle: string, options?: CommandOptions): Reply<wire.Secret>;
  };
  /** What waits for the caller: inquiries, and runs that failed or paused. */
  readonly notifications: {
    list(
      query?: Paged & { readonly status?: wire.Notification["actionStatus"] | "settled"; readonly unread?: boolean },
      options?: CallOptions,
    ): Reply<wire.Page<wire.Notification>>;
    get(id: string, options?: CallOptions): Reply<wire.Notification>;
    count(options?: CallOptions): Reply<wire.NotificationCount>;
    markRead(id: string, options?: CommandOptions): Reply<wire.Notification>;
    markUnread(id: string, options?: CommandOptions): Reply<wire.Notification>;
    markAllRead(options?: CommandOptions): Reply<wire.NotificationCount>;
    /** How the caller was told of it, and why. */
    deliveries(id: string, query?: Paged, options?: CallOptions): Reply<wire.Page<wire.Notice>>;
  };
  /** How the caller is reached besides the app. */
  readonly contact: {
    get(options?: CallOptions): Reply<wire.Contact>;
    save(body: wire.SaveContact, options?: CallOptions): Reply<wire.Contact>;
    addSubscription(body: wire.PushSubscription, options?: CommandOptions): Reply<wire.Contact>;
    removeSubscription(id: string, options?: CommandOptions): Reply<wire.Contact>;
    /** Tries whether a channel reaches the caller. */
    test(body: wire.TestChannel, options?: CommandOptions): Reply<wire.ChannelTest>;
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
  /** Names and avatars, also of people who have left the project; without ids, of its members. */
  people(ids?: readonly string[], options?: CallOptions): Reply<wire.List<wire.Person>>;
  readonly members: {
    list(options?: CallOptions): Reply<wire.List<wire.Member>>;
    /** Adds a new person, who signs in by a link. */
    add(body: wire.AddMember, options?: CommandOptions): Reply<wire.Member>;
    change(id: string, body: wire.ChangeMember, options?: CommandOptions): Reply<wire.Member>;
    remove(id: string, options?: CommandOptions): Reply<undefined>;
  };
  readonly groups: {
    list(options?: CallOptions): Reply<wire.List<wire.Group>>;
    /** Creates the group, or replaces its people. */
    save(name: string, body: wire.SaveGroup, options?: CommandOptions): Reply<wire.Group>;
    /** What names it by the old name still means it. */
    rename(name: string, body: wire.RenameGroup, options?: CommandOptions): Reply<wire.Group>;
    delete(name: string, options?: CommandOptions): Reply<undefined>;
  };
  readonly invitations: {
    list(options?: CallOptions): Reply<wire.List<wire.Invitation>>;
    /** The link by which one person joins is in the response alone. */
    create(body?: wire.CreateInvitation, options?: CommandOptions): Reply<wire.CreatedInvitation>;
    revoke(id: string, options?: CommandOptions): Reply<undefined>;
  };
  readonly projects: { create(body: wire.CreateProject, options?: CommandOptions): Reply<wire.OwnProject> };
  readonly keys: {
    list(options?: CallOptions): Reply<wire.List<wire.ApiKey>>;
    /** The key itself is in the response alone. */
    create(body: wire.CreateApiKey, options?: CommandOptions): Reply<wire.CreatedApiKey>;
    revoke(id: string, options?: CommandOptions): Reply<undefined>;
  };
  readonly tokens: {
    /** A short-lived token for one person, by a backend's key. */
    create(body: wire.CreateToken, options?: CommandOptions): Reply<wire.Token>;
  };
  readonly signInLinks: {
    /** A link that signs in once: the caller, or a person whom they manage. */
    create(body?: wire.CreateSignInLink, options?: CommandOptions): Reply<wire.SignInLink>;
  };
  readonly sessions: {
    /** Where the caller is signed in, or a person whom they manage. */
    list(query?: { readonly person?: string }, options?: CallOptions): Reply<wire.List<wire.Session>>;
    /** Ends a session at once. */
    end(id: string, options?: CommandOptions): Reply<undefined>;
    /** Chooses the project of this browser's session. */
    chooseProject(body: wire.ChooseProject, options?: CommandOptions): Reply<undefined>;
  };
  /** What is always answered so. */
  readonly standingAnswers: {
    list(options?: CallOptions): Reply<wire.List<wire.StandingAnswer>>;
    /** Answers exactly these questions of the agent always as this inquiry was answered, until it is revoked. */
    make(body: wire.MakeStandingAnswer, options?: CommandOptions): Reply<wire.StandingAnswer>;
    revoke(id: string, options?: CommandOptions): Reply<undefined>;
  };
  /** How the questions of the last days were answered. */
  insight(query?: { readonly days?: number }, options?: CallOptions): Reply<wire.Insight>;
  /** What happened in the project, for its owners. */
  readonly audit: {
    /** Newest first. A page may be short or empty while there is a `next`. */
    list(
      query?: Paged & {
        readonly type?: wire.AuditEntry["type"];
        readonly by?: string;
        readonly inquiry?: string;
      },
      options?: CallOptions,
    ): Reply<wire.Page<wire.ProjectAuditEntry>>;
    /** Whether somebody has changed an entry. */
    verify(options?: CallOptions): Reply<wire.AuditReport>;
    /** All of it as a file, oldest first. */
    export(query?: { readonly format?: "jsonl" | "csv" }, options?: CallOptions): Reply<Blob>;
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
  /** Only those that wait for the caller. */
  readonly waiting?: "you";
  /** For owners: only those that wait for nobody who may answer. */
  readonly unanswerable?: boolean;
  /** Only those that the caller has, that nobody has, or that others have. */
  readonly assigned?: "mine" | "unassigned" | "others";
  /** Only snoozed inquiries, or only those that are not. */
  readonly snoozed?: boolean;
};
