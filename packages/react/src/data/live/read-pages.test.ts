import { expect, test } from "vitest";
import { readPages } from "./read-pages.ts";

const numbers = Array.from({ length: 450 }, (_, index) => index);

async function list({ limit, cursor = "0" }: { readonly limit: number; readonly cursor?: string }) {
  const end = Number(cursor) + limit;
  const items = numbers.slice(Number(cursor), end);
  return { ok: true as const, value: { items, ...(end < numbers.length && { next: String(end) }) } };
}

test("[AUDIT-15] a list is read up to a limit over several pages, and says whether there is more", async () => {
  expect(await readPages(list, 250)).toEqual({ ok: true, value: { items: numbers.slice(0, 250), hasMore: true } });
  expect(await readPages(list)).toEqual({ ok: true, value: { items: numbers, hasMore: false } });
});
