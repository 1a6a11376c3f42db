import type { Directory } from "./directory.ts";

/**
 * The groups of somebody who may answer in a project, as it is now; undefined for a person who may not. A name that the
 * directory does not know is that of a configured key, which has none.
 */
export async function answeringGroups(
  directory: Pick<Directory, "access">,
  project: string,
  name: string,
): Promise<readonly string[] | undefined> {
  const access = await directory.access(name);
  if (!access) return [];
  const membership = access.memberships.find((one) => one.project === project);
  const mayAnswer = membership && membership.role !== "viewer" && access.person.disabledAt === undefined;
  return mayAnswer ? membership.groups : undefined;
}
