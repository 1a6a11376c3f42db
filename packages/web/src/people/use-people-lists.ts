import type { CallOptions, Client, Reply } from "@askback/client";
import type { ApiKey, Group, Invitation, List, Member, Session } from "@askback/core/wire";
import { type AsyncState, useAskback, useMe, useServerQuery, valueOrThrow } from "@askback/react";

/** What all queries of these pages begin with, so that a change reads all of them again. */
export const peopleKey = ["people"] as const;

type Read<Item> = (client: Client, options: CallOptions) => Reply<List<Item>>;

/** No event tells of these, so each page reads them when it opens. */
function usePeopleList<Item>(name: readonly string[], read: Read<Item>): AsyncState<readonly Item[]> {
  const { client } = useAskback();
  return useServerQuery<readonly Item[]>({
    queryKey: [...peopleKey, ...name],
    queryFn: async ({ signal }) => valueOrThrow(await read(client, { signal })).items,
    staleTime: 0,
  });
}

export const useMemberList = (): AsyncState<readonly Member[]> =>
  usePeopleList(["members"], (client, options) => client.members.list(options));

export const useGroups = (): AsyncState<readonly Group[]> =>
  usePeopleList(["groups"], (client, options) => client.groups.list(options));

/** Those that nobody has accepted; only owners may read them. */
export const useInvitations = (): AsyncState<readonly Invitation[]> =>
  usePeopleList(["invitations"], (client, options) => client.invitations.list(options));

/** Only owners may read them. */
export const useKeys = (): AsyncState<readonly ApiKey[]> =>
  usePeopleList(["keys"], (client, options) => client.keys.list(options));

/** The sessions of the reader, or of a member whom they manage. */
export const useSessions = (person?: string): AsyncState<readonly Session[]> =>
  usePeopleList(["sessions", person ?? ""], (client, options) =>
    client.sessions.list(person === undefined ? {} : { person }, options),
  );

/** Whether the reader manages the project. */
export function useIsOwner(): boolean {
  return useMe().data?.scopes.includes("admin") ?? false;
}
