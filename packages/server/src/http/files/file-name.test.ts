import { fileLimits } from "@askback/core";
import { File } from "@askback/core/wire";
import fc from "fast-check";
import { expect, test } from "vitest";
import { contentDisposition, decodeFileName, toFileName } from "./file-name.ts";

const name = (given: string) => toFileName(given, "image/png");

test.for([
  ["plan.png", "plan.png"],
  ["Grüße 你好 🧑.png", "Grüße 你好 🧑.png"],
  ["/etc/passwd", "passwd"],
  ["..\\..\\windows\\system.ini", "system.ini"],
  ["../../..", "file.png"],
  [".bashrc", "bashrc"],
  ["a\0b\r\nc\u001b.png", "abc.png"],
  ["photo\u202egnp.exe", "photognp.exe"],
  ["a\u200bb\ufeff.png", "ab.png"],
  ['a<b>"c"|?*:.png', "a_b__c_____.png"],
  ["  a \u2028 b  ", "a b"],
  ["", "file.png"],
  ["\ud800.png", "\ufffd.png"],
])("[FILE-4] the name %j becomes %j", ([given = "", expected]) => {
  expect(name(given)).toBe(expected);
});

test("[FILE-4] a long name is cut in characters, keeps its extension and can be sent back", () => {
  const long = name(`${"🧑".repeat(200)}.png`);
  expect([...long]).toHaveLength(fileLimits.nameLength);
  expect(long).toMatch(/^🧑+…\.png$/u);
  const sent = File.safeParse({ id: `file_${"0".repeat(40)}`, name: long, type: "image/png", size: 1 });
  expect(sent.success).toBe(true);
});

test("[FILE-4] a name of many dots is read as fast as any other", () => {
  expect([...name(`x${".".repeat(1_000_000)}y`)]).toHaveLength(fileLimits.nameLength);
});

test("[FILE-4] no name has a separator, a control character or more than 120 characters", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), (given) => {
      const result = name(given);
      expect(result).not.toMatch(/[/\\\p{Cc}\p{Cf}]|^\.|^$/u);
      expect([...result].length).toBeLessThanOrEqual(fileLimits.nameLength);
      expect(contentDisposition("attachment", result)).toMatch(/^[\x20-\x7e]+$/);
    }),
  );
});

test("[FILE-4] a header that is not percent-encoded text is no name", () => {
  expect([decodeFileName("a%20b.png"), decodeFileName("%E4"), decodeFileName(undefined)]).toEqual(["a b.png", "", ""]);
});

test("[FILE-7] the name for whoever saves a file is given in ASCII and in UTF-8", () => {
  expect(contentDisposition("attachment", 'Grüße (1) "a".pdf')).toBe(
    `attachment; filename="Gr__e (1) _a_.pdf"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%281%29%20%22a%22.pdf`,
  );
});
