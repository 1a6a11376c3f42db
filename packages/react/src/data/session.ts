import type { Failure } from "@askback/client";
import type { Me } from "@askback/core/wire";
import { atom, type ReadableAtom } from "nanostores";
import type { LiveState } from "./live/live.ts";
import type { Network } from "./outbox/network.ts";
import type { BrowserStorage } from "./storage/browser-storage.ts";

/** Who is signed in on this page. Once that is somebody else the session is over, and nothing is sent any more. */
export interface Session {
  /** The user whom the server names or, without a connection, the last one of this browser. */
  readonly me: Promise<Me>;
  readonly isKnown: boolean;
  readonly user: ReadableAtom<Me | undefined>;
  /** The last user of this browser, who may have been signed out since. */
  readonly lastUser: Me | undefined;
  /** Why nothing may be sent in this user's name, if there is a reason: the server must have confirmed that it is them. */
  verify(): Promise<Failure | undefined>;
  /** Forgets the user in this browser, and signs the other tabs out. */
  signOut(): void;
  start(): () => void;
}

export interface SessionOptions {
  readonly live: LiveState;
  readonly network: Pick<Network, "isOnline">;
  readonly storage: Pick<BrowserStorage, "text" | "tabs">;
  readonly origin: string;
  /** The API key of the page; undefined if it has a cookie. */
  readonly apiKey: string | undefined;
  readonly onEnd: (reason: "signed-out" | "replaced") => void;
  /** Called when the server no longer accepts the last user of this browser. */
  readonly onRefused: (lastUser: Me) => void;
}

/** What tabs tell each other of their users. */
type TabMessage = {
  readonly origin: string;
  readonly person: string;
  readonly project?: string | undefined;
  readonly type: "here" | "signed-out";
};

export function createSession(options: SessionOptions): Session {
  const { live, network, storage, origin, apiKey, onEnd, onRefused } = options;
  const { text, tabs } = storage;
  const me = Promise.withResolvers<Me>();
  const user = atom<Me | undefined>(undefined);
  const lastUserKey = `me:${origin}`;
  const credential = apiKey === undefined ? undefined : fingerprint(apiKey);
  let id: string | undefined;
  let project: string | undefined;
  let isConfirmed = false;
  let isOver = false;

  function update(): void {
    const { data, error } = live.me.get();
    if (data && !error) return confirm(data);
    const lastUser = readLastUser();
    if (lastUser && error?.status === 401) onRefused(lastUser);
    const isDisconnected = !network.isOnline() || live.connection.get() === "lost";
    if (!lastUser || id !== undefined || !isDisconnected) return;
    id = lastUser.id;
    project = lastUser.project;
    user.set(lastUser);
    me.resolve(lastUser);
  }

  function readLastUser(): Me | undefined {
    const stored = parseMe(text.get(lastUserKey));
    if (!stored || stored.credential !== credential) return undefined;
    const { credential: _, ...lastUser } = stored;
    return lastUser;
  }

  function confirm(confirmed: Me): void {
    if (isOver) return;
    // What is shown is of one project, and what waits is sent to it alone.
    const isSomebodyElse = id !== undefined && id !== confirmed.id;
    if (isSomebodyElse || (project !== undefined && project !== confirmed.project)) return end("replaced");
    id = confirmed.id;
    project = confirmed.project;
    user.set(confirmed);
    me.resolve(confirmed);
    text.set(lastUserKey, JSON.stringify({ ...confirmed, credential } satisfies StoredMe));
    if (!isConfirmed) post("here");
    isConfirmed = true;
  }

  function end(reason: "signed-out" | "replaced"): void {
    isOver = true;
    onEnd(reason);
  }

  function post(type: TabMessage["type"]): void {
    if (id !== undefined) tabs.post({ origin, person: id, project, type } satisfies TabMessage);
  }

  function handleMessage(message: unknown): void {
    if (isOver || !isTabMessage(message) || message.origin !== origin) return;
    if (message.type === "signed-out" && message.person === id) end("signed-out");
    const isRefused = live.me.get().error?.status === 401;
    const isOther =
      message.type === "here" && id !== undefined && (message.person !== id || message.project !== project);
    // Tabs with API keys of their own may belong to different users, so that the server has the last word.
    if (isOther || (isRefused && message.type === "here")) live.refetchMe();
  }

  return {
    me: me.promise,
    user,
    get isKnown() {
      return id !== undefined;
    },
    get lastUser() {
      return readLastUser();
    },
    async verify() {
      const reply = isOver ? undefined : await live.readMe();
      if (reply?.ok) confirm(reply.value);
      if (isOver) return sessionOver;
      return reply?.ok === false ? reply.error : undefined;
    },
    signOut() {
      isOver = true;
      text.delete(lastUserKey);
      post("signed-out");
    },
    start() {
      const stops = [live.me.listen(update), live.connection.listen(update), tabs.onMessage(handleMessage)];
      update();
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

/** With the status 0, so that what is queued goes on waiting for its author. */
const sessionOver: Failure = {
  type: "about:blank#somebody-else",
  status: 0,
  code: "somebody-else",
  title: "Somebody else is here by now",
  hint: "Load the page again.",
};

/** The last user, with the fingerprint of their API key: a page with another one may belong to somebody else. */
type StoredMe = Me & { readonly credential?: string | undefined };

/** Tells API keys apart, and says nothing of a key: FNV-1a in 32 bits. */
function fingerprint(apiKey: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(apiKey)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16);
}

function parseMe(text: string | undefined): StoredMe | undefined {
  try {
    const stored: unknown = JSON.parse(text ?? "");
    return isMe(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

function isMe(value: unknown): value is StoredMe {
  return typeof value === "object" && value !== null && "id" in value && "scopes" in value;
}

function isTabMessage(value: unknown): value is TabMessage {
  return typeof value === "object" && value !== null && "person" in value && "origin" in value && "type" in value;
}
