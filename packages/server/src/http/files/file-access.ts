import { err, type FileReference, ok, type Result } from "@askback/core";
import type { Draft } from "@askback/core/wire";
import type { StoredFile } from "../../store/files.ts";
import type { Store } from "../../store/store.ts";
import type { Problem } from "../problems/problem.ts";
import type { AppContext } from "../route.ts";
import { visibleConversation } from "../services.ts";

/** For how long an upload is kept that no conversation uses. */
export const unusedFileLifetimeMs = 24 * 3600 * 1000;

/** For how long a draft is kept, and the uploads in it. */
export const draftLifetimeMs = 30 * 24 * 3600 * 1000;

export const fileUnknown: Problem = {
  status: 404,
  code: "file-unknown",
  title: "There is no such file",
  hint: "Upload it at POST /v1/files; a file that no message uses is kept for 24 hours.",
};

/** Whether the caller uploaded the file, or may see a conversation that uses it. */
async function mayRead(store: Store, context: AppContext, file: StoredFile): Promise<boolean> {
  const { id, project } = context.get("principal");
  if (file.project !== project) return false;
  if (file.uploadedBy === id) return true;
  for (const conversationId of file.conversationIds)
    if (await visibleConversation(store, context, conversationId)) return true;
  return false;
}

/** A file that the caller may read; another one does not exist for them. */
export async function readableFile(store: Store, context: AppContext, id: string): Promise<StoredFile | undefined> {
  const file = await store.files.find(id);
  return file && (await mayRead(store, context, file)) ? file : undefined;
}

/** Keeps the files of a draft as long as the draft. One that the caller may not read, or that is gone, is left out. */
export async function keepDraftFiles(store: Store, context: AppContext, { answers }: Draft): Promise<void> {
  const ids = Object.values(answers).flatMap(({ files = [] }) => files.map(({ id }) => id));
  await renewReadable(store, context, ids, draftLifetimeMs - unusedFileLifetimeMs);
}

/** Renews the files that the caller may read, and returns them: nobody prolongs the life of another person's upload. */
async function renewReadable(store: Store, context: AppContext, ids: readonly string[], extraMs = 0) {
  const readable = await Promise.all([...new Set(ids)].map((id) => readableFile(store, context, id)));
  const known = readable.flatMap((file) => file?.id ?? []);
  return known.length > 0 ? store.files.renew(known, extraMs) : [];
}

/** The files that a command refers to by their ids, kept for it; a problem where the caller may not read one. */
export async function usableFiles(
  store: Store,
  context: AppContext,
  ids: readonly string[] = [],
): Promise<Result<ReadonlyMap<string, FileReference>, Problem>> {
  const fileById = new Map<string, FileReference>();
  for (const { id, name, type, size } of await renewReadable(store, context, ids))
    fileById.set(id, { id, name, type, size });
  const unknown = ids.find((id) => !fileById.has(id));
  if (unknown === undefined) return ok(fileById);
  return err({ ...fileUnknown, status: 422, detail: `There is no file "${unknown}".` });
}

/** The same, in the order of the ids. */
export async function filesByIds(
  store: Store,
  context: AppContext,
  ids: readonly string[] = [],
): Promise<Result<readonly FileReference[], Problem>> {
  const found = await usableFiles(store, context, ids);
  return found.ok ? ok(ids.flatMap((id) => found.value.get(id) ?? [])) : found;
}
