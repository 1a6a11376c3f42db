import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { InquiryCard } from "../card/inquiry-card.ts";
import { answerIn, type DraftAction } from "../draft/draft.ts";
import { valueIn } from "../live/known.ts";
import { createServices } from "../services.ts";
import { wordsIn } from "../testing/arbitrary-drafts.ts";
import { createFakeBrowser, type FakeBrowser } from "../testing/fake-places.ts";
import { drink, extras, inquiryOf } from "../testing/samples.ts";
import { settled } from "../testing/settled.ts";
import { answered, createSharedServer, type SharedServer } from "../testing/shared-server.ts";
import { createTurnableClock, type TurnableClock } from "../testing/turnable-clock.ts";

/** A browser on a device, whose clock may be wrong. */
interface Device {
  readonly name: string;
  readonly browser: FakeBrowser;
  readonly clock: TurnableClock;
}

interface Page {
  readonly device: Device;
  card(): InquiryCard | undefined;
  /** Whether the other tabs of the device hear it. */
  setHeard(isHeard: boolean): void;
  /** Takes the card out of view, and puts it back. */
  lookAgain(): void;
  leave(): void;
}

function openPage(server: SharedServer, device: Device): Page {
  const tab = device.browser.openTab();
  let isHeard = true;
  const services = createServices({
    client: server.connect(),
    clock: device.clock,
    places: { ...tab, tabs: { ...tab.tabs, post: (message) => isHeard && tab.tabs.post(message) } },
    origin: "https://ask.example",
    device: device.name,
    network: { isOnline: () => true, onOnline: () => () => {} },
    newKey: () => "key",
    startOver: () => {},
  });
  const desk = services.desk("inq_1");
  const stop = services.start();
  let stopDesk = desk.subscribe(() => {});
  return {
    device,
    card: () => valueIn(desk.get()),
    setHeard(next) {
      isHeard = next;
    },
    lookAgain() {
      stopDesk();
      stopDesk = desk.subscribe(() => {});
    },
    leave() {
      tab.leave();
      stopDesk();
      stop();
    },
  };
}

const asked = [
  [drink, extras],
  [{ ...drink, text: "Which cup?" }, extras],
  [extras],
  [{ ...drink, ownWords: false }, extras],
] as const;

type Field = "q1" | "q2" | "note" | "comment";
type Move =
  | { readonly type: "write"; readonly page: number; readonly field: Field }
  | { readonly type: "pick" | "take" | "look-again" | "reload" | "send"; readonly page: number }
  | { readonly type: "turn"; readonly ms: number }
  | { readonly type: "hear"; readonly page: number; readonly isHeard: boolean }
  | { readonly type: "ask"; readonly questions: number }
  | { readonly type: "rest" | "answer-elsewhere" };

const page = fc.nat(2);
const anyMove: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant("write" as const),
      page,
      field: fc.constantFrom("q1" as const, "q2" as const, "note" as const, "comment" as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constantFrom("pick" as const, "take" as const), page }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constantFrom("look-again" as const, "reload" as const), page }) },
  { weight: 5, arbitrary: fc.record({ type: fc.constant("turn" as const), ms: fc.constantFrom(100, 250, 2_500) }) },
  { weight: 5, arbitrary: fc.constant({ type: "rest" as const }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("hear" as const), page, isHeard: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("ask" as const), questions: fc.nat(asked.length - 1) }) },
  { weight: 1, arbitrary: fc.constant({ type: "answer-elsewhere" as const }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("send" as const), page }) },
);

function actionFor(field: Field, words: string): DraftAction {
  switch (field) {
    case "q1":
    case "q2":
      return { type: "write", question: field, text: words };
    case "note":
      return { type: "write-note", question: "q2", note: words };
    case "comment":
      return { type: "write-comment", comment: words };
  }
}

function shownIn({ draft }: InquiryCard, field: Field): string {
  if (field === "comment") return draft.comment;
  return field === "note" ? answerIn(draft, "q2").note : answerIn(draft, field).text;
}

/** Everything that a person can get at on a page. */
function foundOn(current: Page): string {
  const found: string[] = [];
  const first = current.card()?.draft;
  do {
    const card = current.card();
    if (!card) break;
    found.push(...wordsIn(card.draft), card.recovered ?? "", JSON.stringify(card.inquiry.resolution?.answers ?? ""));
    found.push(card.inquiry.resolution?.comment ?? "");
    if (!card.otherDraft || found.length > 200) break;
    card.takeOtherDraft();
  } while (current.card()?.draft !== first);
  return found.join("\n");
}

test("[D-3] whatever is typed in tabs and on devices, with wrong clocks and changing questions, is found on the device where it was typed", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyMove, { maxLength: 25 }),
      fc.constantFrom(-3_600_000, -3_000, 0, 3_000, 3_600_000),
      async (moves, skew) => {
        const start = Date.UTC(2026, 10, 15, 9);
        const laptop = { name: "Laptop", browser: createFakeBrowser(), clock: createTurnableClock(start) };
        const phone = { name: "Phone", browser: createFakeBrowser(), clock: createTurnableClock(start + skew) };
        const server = createSharedServer(() => laptop.clock.now() + skew / 2);
        const pages = [laptop, laptop, phone].map((device) => openPage(server, device));
        await settled();
        /** What was typed and not replaced, with the device where that was. */
        const typed = new Map<string, Device>();
        const pageAt = (index: number) => pages[index] as Page;

        const play = async (move: Move, count: number) => {
          switch (move.type) {
            case "write": {
              const { card, device } = pageAt(move.page);
              const words = `word${count}.`;
              const before = card();
              if (before?.state !== "pending") return;
              before.change(actionFor(move.field, words));
              const after = card();
              if (!after || shownIn(after, move.field) !== words) return;
              typed.delete(shownIn(before, move.field));
              typed.set(words, device);
              return;
            }
            case "pick":
              return pageAt(move.page).card()?.change({ type: "pick", question: "q2", option: "o1" });
            case "take":
              return pageAt(move.page).card()?.takeOtherDraft();
            case "send":
              return pageAt(move.page).card()?.send(0);
            case "look-again":
              return pageAt(move.page).lookAgain();
            case "reload": {
              const { device, leave } = pageAt(move.page);
              leave();
              pages[move.page] = openPage(server, device);
              return;
            }
            case "turn":
              for (const { clock } of [laptop, phone]) clock.turn(move.ms);
              return;
            case "hear":
              return pageAt(move.page).setHeard(move.isHeard);
            case "ask":
              if (server.inquiry.status !== "open") return;
              return server.become(
                inquiryOf({ revision: server.inquiry.revision + 1, questions: [...(asked[move.questions] ?? [])] }),
              );
            case "answer-elsewhere":
              if (server.inquiry.status !== "open") return;
              return server.become(answered(server.inquiry, { answers: [{ question: "q2", text: "Other words." }] }));
            case "rest":
              return settled();
          }
        };
        for (const [count, move] of moves.entries()) await play(move, count);
        await settled();

        const found = new Map<Device, string>();
        for (const device of [laptop, phone]) {
          for (const current of pages.filter((some) => some.device === device)) current.leave();
          await settled();
          const last = openPage(server, device);
          await settled();
          device.clock.turn(2_000);
          await settled();
          found.set(device, foundOn(last));
        }
        for (const [words, device] of typed) expect(found.get(device)).toContain(words);
      },
    ),
    { numRuns: 60 },
  );
});
