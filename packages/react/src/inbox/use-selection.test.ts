import { expect, test } from "vitest";
import { inquiryOf } from "../testing/samples.ts";
import { maxSelected, pickedAfterFailure, selectedRows } from "./use-selection.ts";

const idsOf = (rows: ReturnType<typeof selectedRows>) => rows.map(({ id }) => id);

test("[INBOX-19] only open rows of the list are selected, in its order", () => {
  const rows = [inquiryOf({ id: "a" }), inquiryOf({ id: "b", status: "held" }), inquiryOf({ id: "c" })];
  expect(idsOf(selectedRows(rows, new Set(["gone", "c", "b", "a"])))).toEqual(["a", "c"]);
});

test("[INBOX-19] at most a hundred rows are selected at once", () => {
  const rows = Array.from({ length: 5_000 }, (_, index) => inquiryOf({ id: `i${index}` }));
  const selected = selectedRows(rows, new Set(rows.map(({ id }) => id)));
  expect(selected).toHaveLength(maxSelected);
  expect(selected.at(-1)?.id).toBe("i99");
});

test("[INBOX-22] rows that fail are selected again, unless other rows are selected by then", () => {
  expect([...pickedAfterFailure(new Set(), ["a", "b"])]).toEqual(["a", "b"]);
  expect([...pickedAfterFailure(new Set(["c"]), ["a", "b"])]).toEqual(["c"]);
});
