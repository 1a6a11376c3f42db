import type { Notepad } from "../draft/places.ts";

const browsers = { Edg: "Edge", OPR: "Opera", Firefox: "Firefox", Chrome: "Chrome", Safari: "Safari" } as const;
const systems = ["iPhone", "iPad", "Android", "Windows", "Mac", "CrOS", "Linux"] as const;

/** What a person knows their device by, as far as a browser tells: "Firefox, Linux". */
export function deviceName(userAgent: string): string {
  const browser = Object.entries(browsers).find(([mark]) => userAgent.includes(`${mark}/`))?.[1];
  const system = systems.find((name) => userAgent.includes(name));
  return [browser, system].filter((part) => part !== undefined).join(", ") || "Web";
}

const markKey = "askback-device";

/** The name of this device with a mark that it keeps: a person may have two that are called alike. */
export function markedDevice(userAgent: string, notepad: Pick<Notepad, "get" | "set">): string {
  const mark = notepad.get(markKey) ?? Math.random().toString(36).slice(2, 10);
  notepad.set(markKey, mark);
  return `${deviceName(userAgent)} #${mark}`;
}

/** A device as people call it. */
export function withoutMark(device: string): string {
  return device.replace(/ #\w+$/, "");
}
