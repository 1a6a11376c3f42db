import * as fc from "fast-check";
import { expect, test } from "vitest";
import { wordsIn } from "../../testing/arbitrary-drafts.ts";
import { createFakeBrowser, type FakeBrowser } from "../../testing/fake-browser.ts";
import { createFakeClock, type FakeClock } from "../../testing/fake-clock.ts";
import { flushPromises } from "../../testing/flush-promises.ts";
import { drink, extras, inquiryOf } from "../../testing/samples.ts";
import { answered, createSharedServer, type SharedServer } from "../../testing/shared-server.ts";
import type { InquiryCard } from "../inquiry/inquiry-card.ts";
import { createInquiryModels } from "../inquiry/inquiry-model.ts";
import { createServices } from "../services.ts";
import { answerIn, type DraftAction } from "./draft.ts";

/** A browser on a device, whose clock may be wrong. */
interface Device {
  readonly name: string;
  readonly browser: FakeBrowser;
  readonly clock: FakeClock;
}

interface Page {
  readonly device: Device;
  card(): InquiryCard | undefined;
  /** Whether the other tabs of the device receive its messages. */
  setConnected(isConnected: boolean): void;
  /** Unmounts the card, and mounts it again. */
  remount(): void;
  leave(): void;
}

function openPage(server: SharedServer, device: Device): Page {
  const tab = device.browser.openTab();
  let isConnected = true;
  const services = createServices({
    client: server.connect(),
    clock: device.clock,
    storage: { ...tab, tabs: { ...tab.tabs, post: (message) => isConnected && tab.tabs.post(message) } },
    origin: "https://ask.example",
    device: device.name,
    network: { isOnline: () => true, onChange: () => () => {} },
    newKey: () => "key",
    reload: () => {},
  });
  const model = createInquiryModels(services)("inq_1");
  const stop = services.start();
  let stopModel = model.listen(() => {});
  return {
    device,
    card: () => model.get().data,
    setConnected(next) {
      isConnected = next;
    },
    remount() {
      stopModel();
      stopModel = model.listen(() => {});
    },
    leave() {
      tab.hide();
      stopModel();
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
  | { readonly type: "pick" | "take" | "remount" | "reload" | "send"; readonly page: number }
  | { readonly type: "advance"; readonly ms: number }
  | { readonly type: "connect"; readonly page: number; readonly isConnected: boolean }
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
  { weight: 3, arbitrary: fc.record({ type: fc.constantFrom("remount" as const, "reload" as const), page }) },
  { weight: 5, arbitrary: fc.record({ type: fc.constant("advance" as const), ms: fc.constantFrom(100, 250, 2_500) }) },
  { weight: 5, arbitrary: fc.constant({ type: "rest" as const }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("connect" as const), page, isConnected: fc.boolean() }) },
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

test("[DRAFT-3] every text is found on the device where it was typed, with several tabs and devices, wrong clocks and changing questions", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyMove, { maxLength: 25 }),
      fc.constantFrom(-3_600_000, -3_000, 0, 3_000, 3_600_000),
      async (moves, skew) => {
        const clock = createFakeClock();
        const laptop = { name: "Laptop", browser: createFakeBrowser(), clock };
        const phoneClock = { ...clock, now: () => clock.now() + skew };
        const phone = { name: "Phone", browser: createFakeBrowser(), clock: phoneClock };
        const server = createSharedServer(() => laptop.clock.now() + skew / 2);
        const pages = [laptop, laptop, phone].map((device) => openPage(server, device));
        await flushPromises();
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
            case "remount":
              return pageAt(move.page).remount();
            case "reload": {
              const { device, leave } = pageAt(move.page);
              leave();
              pages[move.page] = openPage(server, device);
              return;
            }
            case "advance":
              return clock.advance(move.ms);
            case "connect":
              return pageAt(move.page).setConnected(move.isConnected);
            case "ask":
              if (server.inquiry.status !== "open") return;
              return server.become(
                inquiryOf({ revision: server.inquiry.revision + 1, questions: [...(asked[move.questions] ?? [])] }),
              );
            case "answer-elsewhere":
              if (server.inquiry.status !== "open") return;
              return server.become(answered(server.inquiry, { answers: [{ question: "q2", text: "Other words." }] }));
            case "rest":
              return flushPromises();
          }
        };
        for (const [count, move] of moves.entries()) await play(move, count);
        await flushPromises();

        const found = new Map<Device, string>();
        for (const device of [laptop, phone]) {
          for (const current of pages.filter((some) => some.device === device)) current.leave();
          await flushPromises();
          const last = openPage(server, device);
          await flushPromises();
          device.clock.advance(2_000);
          await flushPromises();
          found.set(device, foundOn(last));
        }
        for (const [words, device] of typed) expect(found.get(device)).toContain(words);
      },
    ),
    { numRuns: 60 },
  );
});
