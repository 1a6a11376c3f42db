const browsers = { Edg: "Edge", OPR: "Opera", Firefox: "Firefox", Chrome: "Chrome", Safari: "Safari" } as const;
const systems = ["iPhone", "iPad", "Android", "Windows", "Mac", "CrOS", "Linux"] as const;

/** What a person knows their device by, as far as a browser tells: "Firefox, Linux". */
export function deviceName(userAgent: string): string {
  const browser = Object.entries(browsers).find(([mark]) => userAgent.includes(`${mark}/`))?.[1];
  const system = systems.find((name) => userAgent.includes(name));
  return [browser, system].filter((part) => part !== undefined).join(", ") || "Web";
}
