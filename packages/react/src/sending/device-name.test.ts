import { expect, test } from "vitest";
import { deviceName, markedDevice, withoutMark } from "./device-name.ts";

test("[D-3] a device is named by its browser and its system", () => {
  const chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36";
  const phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 Version/19.0 Safari/604.1";
  expect([chrome, phone, `${chrome} Edg/156.0`, ""].map(deviceName)).toEqual([
    "Chrome, Linux",
    "Safari, iPhone",
    "Edge, Linux",
    "Web",
  ]);
});

test("[D-3] two devices that are called alike are told apart, and people do not see by what", () => {
  const [one, other] = [new Map<string, string>(), new Map<string, string>()];
  const marked = (notepad: Map<string, string>) => markedDevice("Chrome/140 Linux", notepad);
  expect(marked(one)).toBe(marked(one));
  expect(marked(one)).not.toBe(marked(other));
  expect(withoutMark(marked(one))).toBe("Chrome, Linux");
});
