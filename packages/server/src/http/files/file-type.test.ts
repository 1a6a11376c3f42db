import { expect, test } from "vitest";
import { hostileFiles, sampleFiles } from "../testing/sample-files.ts";
import { fileTypeOf, isMisnamedText } from "./file-type.ts";

test("[FILE-2] each supported type is recognised by its bytes", () => {
  expect(Object.values(sampleFiles).map(fileTypeOf)).toEqual([
    "image/png",
    "image/jpeg",
    "image/webp",
    "image/gif",
    "application/pdf",
    "text/plain",
  ]);
});

test.each(hostileFiles)("[FILE-2] $what is not supported", ({ name, declared, bytes }) => {
  const type = fileTypeOf(bytes);
  expect(type === undefined || isMisnamedText(type, name, declared)).toBe(true);
});

test("[FILE-2] the beginning of a file alone is no file", () => {
  for (const bytes of Object.values(sampleFiles).slice(0, 2)) expect(fileTypeOf(bytes.subarray(0, 2))).toBeUndefined();
  expect(fileTypeOf(Buffer.alloc(0))).toBeUndefined();
});

test("[FILE-2] an image under the name of another image type has the type of its bytes", () => {
  expect(isMisnamedText("image/jpeg", "photo.png", "image/png")).toBe(false);
  expect(isMisnamedText("text/plain", "data.csv", "text/csv")).toBe(false);
});
