import type { Message } from "@askback/core/wire";
import { expect, test } from "vitest";
import { findMessages } from "./find-bar.tsx";

const said = (id: string, text: string): Message => ({
  id,
  role: "agent",
  at: "2026-05-04T14:00:00.000Z",
  blocks: [{ type: "text", text }],
});

test("[CHAT-9] a text is found whatever its case, its accents and its markup", () => {
  const messages = [
    said("a", "The **alba**tross"),
    said("b", "A gull"),
    said("c", "ALBATROSS"),
    said("d", "E\u0301lan"),
  ];
  expect(findMessages(messages, "albatross")).toEqual(["a", "c"]);
  expect(findMessages(messages, "**alba")).toEqual(["a"]);
  expect(findMessages(messages, " gull ")).toEqual(["b"]);
  for (const typed of ["\u00e9LAN", "elan"]) expect(findMessages(messages, typed)).toEqual(["d"]);
});

test("[CHAT-9] nothing is found for a blank text", () => {
  expect(findMessages([said("a", "x y")], " ")).toEqual([]);
});
