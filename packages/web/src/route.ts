/** The app's pages, as data. */
export type Route =
  | { readonly page: "home" }
  | { readonly page: "chat"; readonly conversation: string }
  | { readonly page: "inbox"; readonly view: string | undefined; readonly inquiry: string | undefined }
  /** A link to a question, wherever it is. */
  | { readonly page: "question"; readonly inquiry: string }
  | { readonly page: "settings" }
  | { readonly page: "unknown" };

export function routeOf(path: string): Route {
  const parts = path.split("/").filter(Boolean).map(decoded);
  const [first, second, third] = parts;
  if (parts.includes(undefined) || parts.length > 3) return { page: "unknown" };
  if (first === undefined) return { page: "home" };
  if (first === "inbox") return { page: "inbox", view: second, inquiry: third };
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
      return ["/inbox", route.view, route.inquiry]
        .filter((part) => part !== undefined)
        .map((part, index) => (index === 0 ? part : encodeURIComponent(part)))
        .join("/");
    case "question":
      return `/q/${encodeURIComponent(route.inquiry)}`;
    case "settings":
      return "/settings";
  }
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
