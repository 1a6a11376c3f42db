import { neutralise } from "@askback/core";
import type { Person } from "@askback/core/wire";
import { createContext, useCallback } from "react";
import { useServices } from "./services-context.ts";
import { useServerQuery } from "./use-server-query.ts";

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
