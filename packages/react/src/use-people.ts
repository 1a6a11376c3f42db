import { neutralise } from "@askback/core";
import type { Me, Person } from "@askback/core/wire";
import { createContext, useCallback } from "react";
import type { AsyncState } from "./data/live/server-cache.ts";
import { useServices } from "./services-context.ts";
import { useAtom } from "./use-atom.ts";
import { useServerQuery } from "./use-server-query.ts";

/** Who is signed in; while the server cannot be reached, who was last. */
export function useMe(): AsyncState<Me> {
  const { live, user } = useServices();
  const me = useServerQuery(live.queries.me);
  const last = useAtom(user);
  if (me.data || !last || (me.error && me.error.status !== 0)) return me;
  return me.error ? { ...me, data: last } : { status: "success", data: last, error: null };
}

/** The last user of this browser, whom the server may not know any more. */
export function useLastUser(): Me | undefined {
  return useServices().lastUser;
}

const nobody: readonly Person[] = [];

/** The people of the project; empty until they are read, and for who may not read them. */
export function usePeople(): readonly Person[] {
  return useServerQuery(useServices().live.queries.people).data ?? nobody;
}

/** Gives the name of a person as text to show. */
export type NameOf = (person: string) => string;

/** Names of people; who is no member, such as a key, is known by their id. */
export function useNames(): NameOf {
  const people = usePeople();
  return useCallback((person) => neutralise(people.find(({ id }) => id === person)?.name ?? person), [people]);
}

/** The names for what is shown inside a conversation or card; ids, where nobody has read them. */
export const NamesContext = createContext<NameOf>(neutralise);
