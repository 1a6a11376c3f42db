import type { Inquiry } from "@askback/core/wire";
import { expect, test } from "vitest";
import { fateOf } from "./reason.ts";
import { shownCard } from "./testing/shown-card.ts";

const ended = (resolution: Omit<NonNullable<Inquiry["resolution"]>, "at">): Inquiry =>
  shownCard({ inquiry: { resolution: { ...resolution, at: "2026-05-04T14:02:00.000Z" } } }).inquiry;

test("[C-15] a reason waits while the inquiry is open, and until it is known who looks", () => {
  expect(fateOf("Too late", shownCard().inquiry, "ana")).toBe("waiting");
  expect(fateOf("Too late", ended({ type: "declined", by: "ana", comment: "Too late" }), undefined)).toBe("waiting");
});

test("[C-15] a reason ends when it was given, or when its author answered after all", () => {
  expect(fateOf("Too late ", ended({ type: "declined", by: "ana", comment: "Too late" }), "ana")).toBe("spent");
  expect(fateOf("Too late", ended({ type: "answered", by: "ana" }), "ana")).toBe("spent");
});

test("[D-6] a reason is left over when somebody else was faster, when time ran out, or when another was given", () => {
  expect(fateOf("Too late", ended({ type: "answered", by: "ben" }), "ana")).toBe("left");
  expect(fateOf("Too late", ended({ type: "expired" }), "ana")).toBe("left");
  expect(fateOf("Too late", ended({ type: "declined", by: "ana", comment: "No" }), "ana")).toBe("left");
  expect(fateOf("Too late", ended({ type: "dismissed", by: "ana" }), "ana")).toBe("left");
});
