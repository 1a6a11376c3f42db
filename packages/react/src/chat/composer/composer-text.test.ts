import { expect, test } from "vitest";
import { appendQuotation, quotationOf } from "./composer-text.ts";

test("[SEND-3] a correction quotes the questions line by line", () => {
  expect(quotationOf([{ text: "Tea or coffee?" }])).toBe("> Tea or coffee?\n\n");
  expect(quotationOf([{ text: "One\n\ntwo" }, { text: "Three" }])).toBe("> One\n>\n> two\n> Three\n\n");
});

test("[SEND-3] a text that was written before stays before the quotation", () => {
  expect(appendQuotation(" \n", "> a\n\n")).toBe("> a\n\n");
  expect(appendQuotation("Wait.\n", "> a\n\n")).toBe("Wait.\n\n> a\n\n");
});
