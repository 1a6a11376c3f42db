import type { Conversation, Message, Part, Projection } from "@askback/core";
import type { Store } from "../../store/store.ts";

/** The transcripts of the conversations that this process worked on last, so that a model call reads nothing that it wrote. */
export interface Transcripts {
  /** The messages that the model reads in this state. */
  read(conversation: Conversation): Promise<readonly Message[]>;
  /** Adds what a commit of this process has recorded. */
  remember(conversation: Conversation, projection: Projection): void;
}

interface Transcript {
  /** By place, without gaps. */
  placed: Message[];
  /** Messages in the mailbox, by id. */
  readonly waiting: Map<string, Message>;
  characters: number;
}

const maxConversations = 1_000;
const maxCharacters = 16_000_000;
/** A message without any text takes memory too. */
const messageCharacters = 300;

/**
 * A message that has a place never changes, and a state counts the places. So a remembered transcript is right if it holds
 * every place up to that count, whoever wrote them; otherwise it is read again. Another log may have other messages.
 */
export function createTranscripts(store: Pick<Store, "modelMessages" | "onReplaced">): Transcripts {
  const transcripts = new Map<string, Transcript>();
  let characters = 0;
  /** Raised when a log is replaced or a transcript erased, so that what is being read from before is not kept. */
  let changes = 0;
  store.onReplaced?.(() => {
    changes += 1;
    transcripts.clear();
    characters = 0;
  });

  function forget(id: string): void {
    characters -= transcripts.get(id)?.characters ?? 0;
    transcripts.delete(id);
  }

  /** Keeps a transcript as the one that was used last. */
  function keep(id: string, transcript: Transcript): void {
    transcripts.delete(id);
    transcripts.set(id, transcript);
    for (const oldest of transcripts.keys()) {
      if (transcripts.size <= maxConversations && characters <= maxCharacters) return;
      forget(oldest);
    }
  }

  function addSize(transcript: Transcript, message: Message): void {
    const size = message.parts.reduce((sum, part) => sum + lengthOf(part), messageCharacters);
    transcript.characters += size;
    characters += size;
  }

  return {
    async read(conversation) {
      const { id, counts, summary = { through: 0, from: 0 } } = conversation;
      const known = transcripts.get(id);
      const found = known && partOf(known.placed, summary.through, counts.places);
      if (found) return found.filter(({ number }) => number >= summary.from);
      const changesBefore = changes;
      const messages = await store.modelMessages(id, summary);
      // If the lease was lost meanwhile, another worker may have recorded a call that has no result yet.
      const read = messages.filter(({ place = 0 }) => place <= counts.places);
      if (changes === changesBefore && partOf(read, summary.through, counts.places)) {
        forget(id);
        const transcript: Transcript = { placed: [...read], waiting: new Map(), characters: 0 };
        for (const message of read) addSize(transcript, message);
        keep(id, transcript);
      }
      return read;
    },
    remember({ id, status }, { messages, placements }) {
      if (status === "deleted") changes += 1;
      if (status === "deleted" || status === "external") return forget(id);
      if (messages.length === 0 && placements.length === 0) return;
      const transcript = transcripts.get(id) ?? { placed: [], waiting: new Map<string, Message>(), characters: 0 };
      for (const message of messages) {
        addSize(transcript, message);
        if (message.place === undefined) transcript.waiting.set(message.id, message);
      }
      const placed = messages.filter(({ place }) => place !== undefined);
      for (const { messageId, place } of placements) {
        const message = transcript.waiting.get(messageId);
        transcript.waiting.delete(messageId);
        if (message) placed.push({ ...message, place });
      }
      for (const message of placed.sort(byPlace)) append(transcript, message);
      keep(id, transcript);
    },
  };
}

/** A gap comes from what another process wrote; what was before it is of no use then. */
function append(transcript: Transcript, message: Message): void {
  const last = transcript.placed.at(-1);
  if (last && placeOf(message) !== placeOf(last) + 1) transcript.placed = [];
  transcript.placed.push(message);
}

/** The messages after a place and up to another one, if all of them are there. */
function partOf(placed: readonly Message[], after: number, through: number): readonly Message[] | undefined {
  const [first] = placed;
  if (!first) return after === through ? [] : undefined;
  const start = after + 1 - placeOf(first);
  const end = through + 1 - placeOf(first);
  if (start < 0 || end > placed.length || end < start) return undefined;
  const part = placed.slice(start, end);
  // What the store gave may have gaps.
  return part.every((message, index) => placeOf(message) === after + 1 + index) ? part : undefined;
}

function placeOf({ place = 0 }: Message): number {
  return place;
}

function byPlace(one: Message, other: Message): number {
  return placeOf(one) - placeOf(other);
}

/** What a provider sent with a part, such as encrypted reasoning, can be longer than the part. */
function lengthOf(part: Part): number {
  switch (part.type) {
    case "text":
    case "reasoning":
      return part.text.length + (part.provider ? JSON.stringify(part.provider).length : 0);
    case "call":
      return JSON.stringify(part.call).length;
    case "result":
      return part.result.text.length;
    case "file":
      return 200;
  }
}
