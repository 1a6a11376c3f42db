import { expect, test } from "vitest";
import type { Store } from "../store.ts";
import { answer, ask, failRun, finish, remove, say, start } from "./commands.ts";
import { referenceTo, upload } from "./file.contract.ts";
import { parkWithNotices } from "./notice.contract.ts";
import { replyKey } from "./sample-data.ts";
import { openTestStore } from "./test-store.ts";

/** A word that people and the agent say, write into a draft and attach. */
const canary = "Blackbird";

/** Tables that hold nothing of what is said in a conversation. A new table is filled by the test, or is judged and put here. */
const tablesWithoutWords = [
  "answer_links",
  "api_keys",
  "audit",
  "audit_chains",
  "contacts",
  "file_uses",
  "group_members",
  "former_group_names",
  "history",
  "identities",
  "invitations",
  "log_horizon",
  "members",
  "notification_reads",
  "notifications",
  "people",
  "person_groups",
  "projects",
  "push_subscriptions",
  "sessions",
  "sign_in_links",
];
/** A standing answer outlives the conversation that it was made of, until somebody revokes it. */
const tablesThatStay = ["standing_answers"];

export interface CanaryBackend {
  readonly store: Store;
  /** Everything that the tables of the database hold, as text, by table. */
  readTables(): Promise<ReadonlyMap<string, string>>;
}

/** Fills every table that can hold words of a conversation, deletes the conversations, and looks into every table. */
export function canaryContract(
  name: string,
  { open, withoutWords }: { open(): Promise<CanaryBackend>; readonly withoutWords: readonly string[] },
): void {
  test(`[STORE-12] ${name}: no table has a word of a conversation that was erased, and every table was looked at`, async () => {
    const { store, readTables } = await open();
    const opened = await openTestStore(async () => store);
    const file = upload(1, { name: `${canary}.png`, bytes: Buffer.from(canary) });
    await store.files.save(file);
    const reply = { ...replyKey, fingerprint: "f", status: 201, body: canary };
    await opened.perform("conv_a", start({ title: canary, message: canary, files: [referenceTo(file)] }), { reply });
    await opened.performAll("conv_a", ask(`${canary}?`), answer({ text: canary }), finish(canary), say(canary));
    await opened.performAll("conv_b", start({ message: canary }), failRun(canary));
    const { id } = await parkWithNotices(opened, "conv_c", { endpoint: canary });
    await store.personal.saveDraft({ inquiryId: id, principal: "ana" }, canary);
    const text = { project: "default", runId: "run_a_1", step: 1, attempt: 1, text: canary };
    await store.liveTexts?.publish([{ conversationId: "conv_a", ...text }], []);

    const before = await readTables();
    const filled = [...before].filter(([, content]) => content.includes(canary)).map(([table]) => table);
    expect([...filled, ...tablesWithoutWords, ...tablesThatStay, ...withoutWords].sort()).toEqual(
      [...before.keys()].sort(),
    );
    for (const conversation of ["conv_a", "conv_b", "conv_c"]) await opened.performAll(conversation, remove);
    const after = await readTables();
    expect([...after].filter(([, content]) => content.toLowerCase().includes(canary.toLowerCase()))).toEqual([]);
  });
}
