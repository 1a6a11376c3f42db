import type { Store } from "../store.ts";
import type { Access, Membership } from "./directory.ts";

/** Tells who may answer in a project, as it is now: people by their membership, and programs by their key. */
export interface Answering {
  /** The groups of somebody who may answer; undefined for who may not. A key has none. */
  groupsOf(project: string, name: string): Promise<readonly string[] | undefined>;
  /** Looks up several people at once; those who may not answer are left out. */
  membersOf(
    project: string,
    names: readonly string[],
  ): Promise<readonly { readonly by: string; readonly groups: readonly string[] }[]>;
}

export interface AnsweringOptions {
  readonly store: {
    readonly clock: Pick<Store["clock"], "now">;
    readonly directory: Pick<Store["directory"], "access" | "accessOf">;
    readonly credentials: Pick<Store["credentials"], "answeringKeys">;
  };
  /** Whether a configured key of a project has this name and may answer. */
  isConfigured(name: string, project: string): boolean;
}

/** A name that the directory does not know is that of a key, which may have been revoked, have expired or have left the config. */
export function createAnswering({ store, isConfigured }: AnsweringOptions): Answering {
  const { directory, credentials, clock } = store;

  async function keysAmong(project: string, names: readonly string[]): Promise<ReadonlySet<string>> {
    const configured = names.filter((name) => isConfigured(name, project));
    const others = names.filter((name) => !configured.includes(name));
    const stored = others.length === 0 ? [] : await credentials.answeringKeys(project, others, clock.now());
    return new Set([...configured, ...stored]);
  }

  return {
    async groupsOf(project, name) {
      const access = await directory.access(name);
      if (access) return groupsIn(project, access);
      return (await keysAmong(project, [name])).has(name) ? [] : undefined;
    },
    async membersOf(project, names) {
      const found = await directory.accessOf(names);
      const unknown = names.filter((name) => !found.has(name));
      const keys = await keysAmong(project, unknown);
      return names.flatMap((by) => {
        const access = found.get(by);
        if (!access) return keys.has(by) ? [{ by, groups: [] }] : [];
        const groups = groupsIn(project, access);
        return groups ? [{ by, groups }] : [];
      });
    },
  };
}

/** The groups of somebody as audiences may name them. */
export function groupsOf({ groups, formerGroups }: Pick<Membership, "groups" | "formerGroups">): readonly string[] {
  return [...groups, ...formerGroups];
}

function groupsIn(project: string, { person, memberships }: Access): readonly string[] | undefined {
  const membership = memberships.find((one) => one.project === project);
  const mayAnswer = membership && membership.role !== "viewer" && person.disabledAt === undefined;
  return mayAnswer ? groupsOf(membership) : undefined;
}
