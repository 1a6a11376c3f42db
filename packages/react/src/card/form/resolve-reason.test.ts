import type { Inquiry } from "@askback/core/wire";
import { expect, test } from "vitest";
import { shownCard } from "../testing/shown-card.ts";
import { reasonOutcome } from "./resolve-reason.ts";

const ended = (resolution: Omit<NonNullable<Inquiry["resolution"]>, "at">): Inquiry =>
  shownCard({ inquiry: { resolution: { ...resolution, at: "2026-05-04T14:02:00.000Z" } } }).inquiry;

test("[CARD-15] a reason waits while the inquiry is open or the reader is unknown", () => {
  expect(reasonOutcome("Too late", shownCard().inquiry, "ana")).toBe("waiting");
  expect(reasonOutcome("Too late", ended({ type: "declined", by: "ana", comment: "Too late" }), undefined)).toBe(
    "waiting",
  );
});

test("[CARD-15] a reason is done when it was given, or when its author answered after all", () => {
  expect(reasonOutcome("Too late ", ended({ type: "declined", by: "ana", comment: "Too late" }), "ana")).toBe("done");
  expect(reasonOutcome("Too late", ended({ type: "answered", by: "ana" }), "ana")).toBe("done");
});

test("[DRAFT-6] a reason is unused when somebody else was faster, when time ran out, or when another was given", () => {
  expect(reasonOutcome("Too late", ended({ type: "answered", by: "ben" }), "ana")).toBe("unused");
  expect(reasonOutcome("Too late", ended({ type: "expired" }), "ana")).toBe("unused");
  expect(reasonOutcome("Too late", ended({ type: "declined", by: "ana", comment: "No" }), "ana")).toBe("unused");
  expect(reasonOutcome("Too late", ended({ type: "dismissed", by: "ana" }), "ana")).toBe("unused");
});
