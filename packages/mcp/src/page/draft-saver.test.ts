import type { Draft } from "@askback/core/wire";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { emptyDraft } from "../../../react/src/data/drafts/draft.ts";
import type { CardClient } from "./card-client.ts";
import { createDraftSaver } from "./draft-saver.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const empty = emptyDraft({ revision: 1 });
const draft = (comment: string): Draft => ({ ...empty, comment });

/** A client whose saves end when the test says so. */
function recordSaves() {
  const saves: (object | undefined)[] = [];
  const pending: (() => void)[] = [];
  const client = {
    saveDraft(saved: object | undefined) {
      saves.push(saved);
      return new Promise<void>((resolve) => pending.push(resolve));
    },
  } as unknown as CardClient;
  return { client, saves, endSave: () => pending.shift()?.() };
}

test("[MCP-18] what is written is saved once it rests, one save after the other, and the last one wins", async () => {
  const { client, saves, endSave } = recordSaves();
  const saver = createDraftSaver(client, empty);
  saver.save(draft("a"));
  saver.save(draft("ab"));
  await vi.runAllTimersAsync();
  saver.save(draft("abc"));
  saver.save(draft("abcd"));
  await vi.runAllTimersAsync();
  expect(saves).toEqual([draft("ab")]);
  endSave();
  await vi.runAllTimersAsync();
  expect(saves).toEqual([draft("ab"), draft("abcd")]);
});

test("[MCP-18] what the server has is not saved again, an emptied draft is discarded, and flushing does not wait", async () => {
  const { client, saves, endSave } = recordSaves();
  const saver = createDraftSaver(client, draft("a"));
  saver.save(draft("a"));
  await saver.flush();
  expect(saves).toEqual([]);
  saver.save(empty);
  const flushed = saver.flush();
  await vi.advanceTimersByTimeAsync(0);
  expect(saves).toEqual([undefined]);
  endSave();
  await flushed;
  saver.save(draft("late"));
  saver.stop();
  await vi.runAllTimersAsync();
  expect(saves).toEqual([undefined]);
});
