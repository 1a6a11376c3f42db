import { expect, test } from "vitest";
import { readable } from "./readable.ts";

test.each([
  ["plain lines\nstay", "plain lines\nstay"],
  ["# Title\n\n**bold** and `code`, [a link](https://evil.example)", "Title\n\nbold and code, a link"],
  ["- one\n  - two\n1. first\n2) second", "• one\n  • two\n1. first\n2) second"],
  ["```ts\nconst a = **b**;\n  - c\n```\nafter", "const a = **b**;\n  - c\nafter"],
  ["<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"],
  ["safe\u202etxet\u200b", "safetxet"],
  ["  \n", ""],
])("[MCP-19] the markdown %j is shown as the lines %j", (markdown, text) => {
  expect(readable(markdown)).toBe(text);
});
