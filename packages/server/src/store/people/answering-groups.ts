import type { Access, Directory } from "./directory.ts";

/**
 * The groups of somebody who may answer in a project, as it is now; undefined for a person who may not. A name that the
 * directory does not know is that of a configured key, which has none.
 */
export async function answeringGroups(
  directory: Pick<Directory, "access">,
  project: string,
  name: string,
): Promise<readonly string[] | undefined> {
  return groupsIn(project, await directory.access(name));
}

/** The same of several at once; who may not answer is left out. */
export async function answeringMembers(
  directory: Pick<Directory, "accessOf">,
  project: string,
  names: readonly string[],
): Promise<readonly { readonly by: string; readonly groups: readonly string[] }[]> {
  const found = await directory.accessOf(names);
  return names.flatMap((by) => {
    const groups = groupsIn(project, found.get(by));
    return groups ? [{ by, groups }] : [];
  });
}

function groupsIn(project: string, access: Access | undefined): readonly string[] | undefined {
  if (!access) return [];
  const membership = access.memberships.find((one) => one.project === project);
  const mayAnswer = membership && membership.role !== "viewer" && access.person.disabledAt === undefined;
  return mayAnswer ? membership.groups : undefined;
}
