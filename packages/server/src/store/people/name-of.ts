import type { Directory } from "./directory.ts";

/** Returns what people call somebody; a key, which the directory does not know, has its name as its id. */
export type NameOf = (person: string) => Promise<string>;

export function createNameOf(directory: Pick<Directory, "access">): NameOf {
  return async (person) => (await directory.access(person))?.person.name ?? person;
}
