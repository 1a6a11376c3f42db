import { expect, test } from "vitest";
import { explainForeignOrigin } from "./foreign-origin.ts";

async function warningsFor(url: string, answers: Readonly<Record<"cors" | "no-cors", boolean>>) {
  const warnings: string[] = [];
  await explainForeignOrigin(url, {
    origin: "https://shop.example.org",
    fetch: (_, { mode }) => (answers[mode] ? Promise.resolve() : Promise.reject(new TypeError("Failed to fetch"))),
    warn: (message) => warnings.push(message),
  });
  return warnings;
}

test("[FAILURE-9] a page whose origin the server does not name is told on the console what to add", async () => {
  expect(await warningsFor("https://askback.example.org/", { cors: false, "no-cors": true })).toEqual([
    'Askback at https://askback.example.org refuses pages of https://shop.example.org. Add "https://shop.example.org" to `origins` in its askback.config.ts.',
  ]);
});

test("[FAILURE-9] nothing is said of a server that allows the page, is down, or is the page's own", async () => {
  expect(await warningsFor("https://askback.example.org", { cors: true, "no-cors": true })).toEqual([]);
  expect(await warningsFor("https://askback.example.org", { cors: false, "no-cors": false })).toEqual([]);
  expect(await warningsFor("https://shop.example.org/askback", { cors: false, "no-cors": true })).toEqual([]);
  expect(await warningsFor("/askback", { cors: false, "no-cors": true })).toEqual([]);
});
