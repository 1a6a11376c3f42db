/** The app's pages, as data. */
export type Route =
  | { readonly page: "home" }
  | { readonly page: "chat"; readonly conversation: string }
  | {
      readonly page: "inbox";
      readonly view: string | undefined;
      /** Of what is done, only what ended so. */
      readonly outcome?: string | undefined;
      readonly inquiry: string | undefined;
    }
  /** A link to a question, wherever it is. */
  | { readonly page: "question"; readonly inquiry: string }
  | { readonly page: "settings" }
  | { readonly page: "unknown" };

/** The page at an address: a path, and what is asked of it. */
export function routeOf(address: string): Route {
  const [path = "", query] = address.split("?");
  const outcome = new URLSearchParams(query).get("outcome") ?? undefined;
  const parts = path.split("/").filter(Boolean).map(decoded);
  const [first, second, third] = parts;
  if (parts.includes(undefined) || parts.length > 3) return { page: "unknown" };
  if (first === undefined) return { page: "home" };
  if (first === "inbox") return { page: "inbox", view: second, outcome, inquiry: third };
  if (parts.length === 2 && first === "c" && second) return { page: "chat", conversation: second };
  if (parts.length === 2 && first === "q" && second) return { page: "question", inquiry: second };
  if (parts.length === 1 && first === "settings") return { page: "settings" };
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
    case "settings":
      return "/settings";
  }
}

function inboxPath({ view, outcome, inquiry }: Route & { readonly page: "inbox" }): string {
  const parts = [view, inquiry].filter((part) => part !== undefined).map(encodeURIComponent);
  const query = outcome === undefined ? "" : `?${new URLSearchParams({ outcome })}`;
  return ["/inbox", ...parts].join("/") + query;
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
