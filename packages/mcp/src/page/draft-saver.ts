import type { Draft } from "@askback/core/wire";
import { isEmpty, isSameDraft } from "../../../react/src/data/drafts/draft.ts";
import type { CardClient } from "./card-client.ts";

/** Saves what is written, so that it is there when the card is loaded again, and in the inbox. */
export interface DraftSaver {
  /** Saves a draft soon; a later one takes its place. */
  save(draft: Draft): void;
  /** Saves at once what is still to be saved. */
  flush(): Promise<void>;
  /** Saves nothing any more, since the inquiry is resolved. */
  stop(): void;
}

const delayMs = 1_000;

/** `saved` is what the server has already. */
export function createDraftSaver(client: CardClient, saved: Draft): DraftSaver {
  let last = saved;
  let next: Draft | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Saves run one after the other, so that an older draft never arrives last. */
  let saving = Promise.resolve();

  async function saveNext(): Promise<void> {
    const draft = next;
    next = undefined;
    if (!draft || isSameDraft(draft, last)) return;
    last = draft;
    await client.saveDraft(isEmpty(draft) ? undefined : draft);
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    saving = saving.then(saveNext);
    return saving;
  }

  return {
    save(draft) {
      next = draft;
      clearTimeout(timer);
      timer = setTimeout(flush, delayMs);
    },
    flush,
    stop() {
      clearTimeout(timer);
      next = undefined;
    },
  };
}
