import type { Failure } from "@askback/client";
import type { Me } from "@askback/core/wire";
import type { Places } from "./draft/places.ts";
import type { LiveState } from "./live/create-live.ts";
import { valueIn } from "./live/known.ts";
import type { Network } from "./sending/sender.ts";

/** Whose page this is. Where somebody else comes it is nobody's, and nothing is done in anybody's name any more. */
export interface Person {
  /** Who the server says or, without a connection, whoever was here last. */
  readonly me: Promise<Me>;
  readonly isKnown: boolean;
  /** Why nothing may be done in this person's name, if there is a reason: the server must have said that it is them. */
  absence(): Promise<Failure | undefined>;
  /** Forgets them in this browser, and lets the other tabs know. */
  signOut(): void;
  start(): () => void;
}

export interface PersonOptions {
  readonly live: LiveState;
  readonly network: Pick<Network, "isOnline">;
  readonly places: Pick<Places, "notepad" | "tabs">;
  readonly origin: string;
  readonly onGone: (how: "signed-out" | "replaced") => void;
}

/** What tabs tell each other of who is there. */
type TabNews = { readonly origin: string; readonly person: string; readonly type: "here" | "signed-out" };

export function createPerson(options: PersonOptions): Person {
  const { live, network, places, origin, onGone } = options;
  const { notepad, tabs } = places;
  const me = Promise.withResolvers<Me>();
  const lastKey = `me:${origin}`;
  let id: string | undefined;
  let isConfirmed = false;
  let isGone = false;

  function greet(): void {
    const person = valueIn(live.me.get());
    if (person) return meet(person);
    const last = lastOf(notepad.get(lastKey));
    const isCutOff = !network.isOnline() || live.connection.get() === "lost";
    if (!last || id !== undefined || !isCutOff) return;
    id = last.id;
    me.resolve(last);
  }

  function meet(person: Me): void {
    if (isGone) return;
    if (id !== undefined && id !== person.id) return go("replaced");
    id = person.id;
    me.resolve(person);
    notepad.set(lastKey, JSON.stringify(person));
    if (!isConfirmed) tell("here");
    isConfirmed = true;
  }

  function go(how: "signed-out" | "replaced"): void {
    isGone = true;
    onGone(how);
  }

  function tell(type: TabNews["type"]): void {
    if (id !== undefined) tabs.post({ origin, person: id, type } satisfies TabNews);
  }

  function hear(news: unknown): void {
    if (isGone || id === undefined || !isNews(news) || news.origin !== origin) return;
    if (news.type === "signed-out" && news.person === id) go("signed-out");
    // With keys of their own two tabs may well be two people's.
    if (news.type === "here" && news.person !== id) live.doubtWho();
  }

  return {
    me: me.promise,
    get isKnown() {
      return id !== undefined;
    },
    async absence() {
      const known = isGone ? undefined : await live.lookWho();
      greet();
      if (isGone) return gone;
      return known?.status === "failed" ? known.problem : undefined;
    },
    signOut() {
      isGone = true;
      notepad.delete(lastKey);
      tell("signed-out");
    },
    start() {
      const stops = [live.me.subscribe(greet), live.connection.subscribe(greet), tabs.onMessage(hear)];
      greet();
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

/** With the status 0, so that what waits goes on waiting for its author. */
const gone: Failure = {
  type: "about:blank#somebody-else",
  status: 0,
  code: "somebody-else",
  title: "Somebody else is here by now",
  hint: "Load the page again.",
};

function lastOf(text: string | undefined): Me | undefined {
  try {
    const last: unknown = JSON.parse(text ?? "");
    return isMe(last) ? last : undefined;
  } catch {
    return undefined;
  }
}

function isMe(value: unknown): value is Me {
  return typeof value === "object" && value !== null && "id" in value && "scopes" in value;
}

function isNews(value: unknown): value is TabNews {
  return typeof value === "object" && value !== null && "person" in value && "origin" in value && "type" in value;
}
