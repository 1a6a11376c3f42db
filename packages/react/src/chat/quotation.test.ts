import { expect, test } from "vitest";
import { quotationOf, withQuotation } from "./quotation.ts";

test("[X-3] a correction quotes what was asked, line by line", () => {
  expect(quotationOf([{ text: "Tea or coffee?" }])).toBe("> Tea or coffee?\n\n");
  expect(quotationOf([{ text: "One\n\ntwo" }, { text: "Three" }])).toBe("> One\n>\n> two\n> Three\n\n");
});

test("[X-3] what was written already stays before the quotation", () => {
  expect(withQuotation(" \n", "> a\n\n")).toBe("> a\n\n");
  expect(withQuotation("Wait.\n", "> a\n\n")).toBe("Wait.\n\n> a\n\n");
});
