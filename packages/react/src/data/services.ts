import type { Client } from "@askback/client";
import type { Me } from "@askback/core/wire";
import type { ReadableAtom } from "nanostores";
import type { Clock } from "./clock.ts";
import { createDrafts, type Drafts } from "./drafts/drafts.ts";
import { createStoredText, type StoredText } from "./drafts/stored-text.ts";
import { createFieldFiles, type FieldFiles, fieldPrefix } from "./files/field-files.ts";
import { createUploads, type Uploads } from "./files/uploads.ts";
import { guardedClient } from "./guarded-client.ts";
import { refreshConversations } from "./live/conversation-list.ts";
import { createLastSeen, type LastSeen } from "./live/last-seen.ts";
import { createLive, type LiveState } from "./live/live.ts";
import type { Network } from "./outbox/network.ts";
import { createOutbox, type Outbox } from "./outbox/outbox.ts";
import { filesIn } from "./outbox/submission.ts";
import { outboxPrefix } from "./outbox/submission-store.ts";
import { createSession } from "./session.ts";
import { type BrowserStorage, endWrites } from "./storage/browser-storage.ts";
import { moveEntries } from "./storage/move-entries.ts";
import { deleteWritten, ownerName, personName } from "./storage/owner-keys.ts";

/** The data layer behind the components of one provider. */
export interface Services {
  readonly client: Client;
  readonly live: LiveState;
  readonly lastSeen: Pick<LastSeen, "updatedAt">;
  /** The user of the session, also without a connection. */
  readonly user: ReadableAtom<Me | undefined>;
  readonly drafts: Drafts;
  readonly outbox: Outbox;
  /** The last user of this browser, who may have been signed out since. */
  readonly lastUser: Me | undefined;
  /** A text field by name; equal names give the same one. */
  text(name: string): StoredText;
  readonly uploads: Pick<Uploads, "read" | "dropFiles">;
  /** The files of a field by name; equal names give the same ones. */
  files(name: string): FieldFiles;
  /**
   * Begins to receive and to send; returns how to stop. Before that nothing happens, so that services can be created during
   * a render. Services that were stopped are not started again.
   */
  start(): () => void;
}

export interface ServicesOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly storage: BrowserStorage;
  readonly network: Network;
  readonly device: string;
  /** The address of the server. */
  readonly origin: string;
  /** The API key of the page; undefined if it has a cookie. */
  readonly apiKey?: string | undefined;
  readonly newKey: () => string;
  /** Reloads the page, because another user signed in. */
  readonly reload: () => void;
}

export function createServices(options: ServicesOptions): Services {
  const { clock, network, device, origin, apiKey, newKey, reload } = options;
  let isWiped = false;
  const storage = endWrites(options.storage, () => isWiped);
  const live = createLive(options.client, { clock });
  const session = createSession({ live, network, storage, origin, apiKey, onEnd, onRefused });
  const client = guardedClient(options.client, { verify: session.verify, onUnauthorized: live.refetchMe });
  const { lastUser } = session;
  const owner = session.me.then(async (me) => {
    const projects = new Set([me.project, ...(me.projects ?? []).map((project) => project.id)]);
    const to = [...projects].map((project) => ownerName(origin, { id: me.id, project }));
    await moveEntries(storage, { from: personName(origin, me.id), to });
    return ownerName(origin, me);
  });
  const drafts = createDrafts({
    client,
    clock,
    storage,
    origin,
    device,
    me: session.me,
    owner,
    lastOwner: lastUser && ownerName(origin, lastUser),
    onSaved: (listener) => live.onEvent((event) => event.type === "draft-saved" && listener(event.saved)),
    onLive: (listener) => live.connection.listen(() => live.connection.get() === "live" && listener()),
  });
  const lastSeen = createLastSeen({ live, network, storage, owner, clock });
  const uploads = createUploads({
    client,
    database: storage.database,
    owner,
    newKey,
    now: clock.now,
    namedUnder: [fieldPrefix, outboxPrefix],
  });
  const outbox = createOutbox({
    client,
    uploads,
    storage,
    owner,
    inquiries: { get: live.getInquiry, show: live.setInquiry, refetch: live.refetchInquiry },
    connection: live.connection,
    network,
    clock,
    newKey,
  });
  const texts = new Map<string, StoredText>();
  const fields = new Map<string, FieldFiles>();
  const onLive = (listener: () => void) => live.connection.listen(() => live.connection.get() === "live" && listener());
  outbox.onReply((submission, reply) => {
    if (!reply.ok) return;
    if (submission.type === "message") for (const { key } of submission.files ?? []) void uploads.drop(key);
    if (submission.type === "answer") void uploads.dropFiles(filesIn(submission).map(({ id }) => id));
  });

  /** What was written stays stored for a user who was replaced; for one who signed out nothing does. */
  function onEnd(reason: "signed-out" | "replaced"): void {
    lastSeen.end();
    if (reason === "replaced") reload();
    else void wipe().then(reload);
  }

  /** Somebody whom the server refuses to serve reads nothing here either. */
  function onRefused({ id }: Me): void {
    void lastSeen.clear(personName(origin, id));
  }

  async function wipe(): Promise<void> {
    isWiped = true;
    // Nothing is stored before the user is known.
    if (!session.isKnown) return;
    const person = personName(origin, (await session.me).id);
    await Promise.all([drafts.wipe(), outbox.clear(), uploads.clear(), lastSeen.clear(person)]);
    // What waits in other projects goes as well.
    await deleteWritten(storage, person);
  }

  return {
    client,
    live,
    lastSeen,
    user: session.user,
    drafts: {
      ...drafts,
      async wipe() {
        session.signOut();
        await wipe();
      },
    },
    outbox,
    get lastUser() {
      return session.lastUser;
    },
    text(name) {
      const text = texts.get(name) ?? createStoredText(drafts.texts, name);
      texts.set(name, text);
      return text;
    },
    uploads,
    files(name) {
      const field = fields.get(name) ?? createFieldFiles(name, { uploads, database: storage.database, owner, onLive });
      fields.set(name, field);
      return field;
    },
    start() {
      const stops = [session.start(), lastSeen.start(), outbox.start(), refreshConversations(live, clock)];
      let isStopped = false;
      const receive = () => void stops.push(live.start());
      if (session.lastUser) receive();
      else
        void live.readMe().then((me) => {
          // Without a user the server would refuse the stream.
          const isRefused = !me.ok && me.error.status === 401;
          if (!isRefused && !isStopped) receive();
        });
      return () => {
        isStopped = true;
        for (const stop of stops) stop();
        drafts.close();
      };
    },
  };
}
