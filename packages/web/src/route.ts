/** The parts of the settings that have pages of their own. */
export const settingsSections = ["members", "keys", "sessions"] as const;
export type SettingsSection = (typeof settingsSections)[number];

/** The app's pages, as data. */
export type Route =
  | { readonly page: "home" }
  | { readonly page: "chat"; readonly conversation: string }
  | {
      readonly page: "inbox";
      readonly view: string | undefined;
      /** Shows only inquiries with this resolution, in the view of done ones. */
      readonly outcome?: string | undefined;
      /** What is searched for. */
      readonly q?: string | undefined;
      /** The name of the agent to which the list is limited. */
      readonly agent?: string | undefined;
      /** Who has the questions to which the list is limited. */
      readonly assigned?: string | undefined;
      readonly inquiry: string | undefined;
    }
  /** A link to a question in any conversation. */
  | { readonly page: "question"; readonly inquiry: string }
  | { readonly page: "agent"; readonly agent: string }
  | { readonly page: "insight" }
  | { readonly page: "notifications" }
  | {
      readonly page: "audit";
      /** The inquiry to which the list is limited. */
      readonly inquiry?: string | undefined;
    }
  /** Without a section, the settings of this browser. */
  | { readonly page: "settings"; readonly section?: SettingsSection }
  | { readonly page: "unknown" };

/** The page at an address, which is a path with an optional query. */
export function parseRoute(address: string): Route {
  const [path = "", query] = address.split("?");
  const parameters = new URLSearchParams(query);
  const [outcome, q, agent, assigned] = inboxParameters.map((name) => parameters.get(name) ?? undefined);
  const parts = path.split("/").filter(Boolean).map(decodePart);
  const [first, second, third] = parts;
  if (parts.includes(undefined) || parts.length > 3) return { page: "unknown" };
  if (first === undefined) return { page: "home" };
  if (first === "inbox") return { page: "inbox", view: second, outcome, q, agent, assigned, inquiry: third };
  if (parts.length === 2 && first === "c" && second) return { page: "chat", conversation: second };
  if (parts.length === 2 && first === "q" && second) return { page: "question", inquiry: second };
  if (parts.length === 2 && first === "agents" && second) return { page: "agent", agent: second };
  if (parts.length === 1 && (first === "insight" || first === "settings")) return { page: first };
  const section = settingsSections.find((one) => one === second);
  if (parts.length === 2 && first === "settings" && section) return { page: "settings", section };
  if (parts.length === 1 && first === "notifications") return { page: first };
  if (parts.length === 1 && first === "audit") return { page: first, inquiry: parameters.get("inquiry") ?? undefined };
  return { page: "unknown" };
}

export function pathOf(route: Route): string {
  switch (route.page) {
    case "home":
    case "unknown":
      return "/";
    case "chat":
      return `/c/${encodeURIComponent(route.conversation)}`;
    case "inbox":
      return inboxPath(route);
    case "question":
      return `/q/${encodeURIComponent(route.inquiry)}`;
    case "agent":
      return `/agents/${encodeURIComponent(route.agent)}`;
    case "audit":
      return route.inquiry === undefined ? "/audit" : `/audit?inquiry=${encodeURIComponent(route.inquiry)}`;
    case "insight":
    case "notifications":
      return `/${route.page}`;
    case "settings":
      return route.section === undefined ? "/settings" : `/settings/${route.section}`;
  }
}

const inboxParameters = ["outcome", "q", "agent", "assigned"] as const;

function inboxPath(route: Route & { readonly page: "inbox" }): string {
  const parts = [route.view, route.inquiry].filter((part) => part !== undefined).map(encodeURIComponent);
  const query = new URLSearchParams(inboxParameters.flatMap((name) => (route[name] ? [[name, route[name]]] : [])));
  return ["/inbox", ...parts].join("/") + (query.size > 0 ? `?${query}` : "");
}

function decodePart(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
