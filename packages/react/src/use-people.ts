import { neutralise } from "@askback/core";
import type { Me, Member, Person } from "@askback/core/wire";
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

/** Whether the reader only looks: nothing can be answered or changed by them. */
export function useIsViewer(): boolean {
  const { data } = useMe();
  return data !== undefined && !data.scopes.includes("answer");
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

const noMembers: readonly Member[] = [];

/** The people of the project with what they are in it; empty until they are read, and for who may not read them. */
export function useMembers(): readonly Member[] {
  return useServerQuery(useServices().live.queries.members).data ?? noMembers;
}

/** Gives the name of a person as text to show. */
export type NameOf = (person: string) => string;

/** Finds a person; undefined for a key, and while they are read. */
export type PersonOf = (person: string) => Person | undefined;

/** As many as the server gives at once. */
const maxIds = 100;

/** Finds people, also those of these ids who have left; keys are no people. */
export function usePersonOf(ids: readonly string[] = []): PersonOf {
  const { queries } = useServices().live;
  const { data: members } = useServerQuery(queries.people);
  const others = members ? ids.filter((id) => id.startsWith("per_") && !members.some((one) => one.id === id)) : [];
  const { data: former } = useServerQuery(queries.peopleOf([...new Set(others)].toSorted().slice(0, maxIds)));
  return useCallback(
    (person) => members?.find(({ id }) => id === person) ?? former?.find(({ id }) => id === person),
    [members, former],
  );
}

/** Names of people, also of those of these ids who have left; whoever is none, such as a key, is known by their id. */
export function useNames(ids: readonly string[] = []): NameOf {
  const personOf = usePersonOf(ids);
  return useCallback((person) => neutralise(personOf(person)?.name ?? person), [personOf]);
}

/** The names for what is shown inside a conversation or card; ids, where nobody has read them. */
export const NamesContext = createContext<NameOf>(neutralise);

/** The people for what is shown inside a conversation, card or table; nobody, where nobody has read them. */
export const PeopleContext = createContext<PersonOf>(() => undefined);
