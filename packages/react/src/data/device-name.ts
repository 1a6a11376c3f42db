import type { TextStorage } from "./storage/browser-storage.ts";

const browsers = { Edg: "Edge", OPR: "Opera", Firefox: "Firefox", Chrome: "Chrome", Safari: "Safari" } as const;
const systems = ["iPhone", "iPad", "Android", "Windows", "Mac", "CrOS", "Linux"] as const;

/** The browser and the system of a device, as far as its user agent tells: "Firefox, Linux". */
export function deviceName(userAgent: string): string {
  const browser = Object.entries(browsers).find(([mark]) => userAgent.includes(`${mark}/`))?.[1];
  const system = systems.find((name) => userAgent.includes(name));
  return [browser, system].filter((part) => part !== undefined).join(", ") || "Web";
}

const markKey = "askback-device";

/** The name of this device with a stored random mark, since a person may have two devices of the same name. */
export function markedDevice(userAgent: string, text: Pick<TextStorage, "get" | "set">): string {
  const mark = text.get(markKey) ?? Math.random().toString(36).slice(2, 10);
  text.set(markKey, mark);
  return `${deviceName(userAgent)} #${mark}`;
}

/** The name of a device as people see it. */
export function withoutMark(device: string): string {
  return device.replace(/ #\w+$/, "");
}
