import { expect, test } from "vitest";
import { deviceName, markedDevice, withoutMark } from "./device-name.ts";

test("[DRAFT-3] a device is named by its browser and its system", () => {
  const chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36";
  const phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 Version/19.0 Safari/604.1";
  expect([chrome, phone, `${chrome} Edg/156.0`, ""].map(deviceName)).toEqual([
    "Chrome, Linux",
    "Safari, iPhone",
    "Edge, Linux",
    "Web",
  ]);
});

test("[DRAFT-3] two devices of the same name are told apart by a mark that people do not see", () => {
  const [one, other] = [new Map<string, string>(), new Map<string, string>()];
  const marked = (text: Map<string, string>) => markedDevice("Chrome/140 Linux", text);
  expect(marked(one)).toBe(marked(one));
  expect(marked(one)).not.toBe(marked(other));
  expect(withoutMark(marked(one))).toBe("Chrome, Linux");
});
