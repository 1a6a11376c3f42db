import { expect, test } from "vitest";
import { parseRoute, pathOf, type Route } from "./route.ts";

test("[WEB-2] the address of each page is parsed back to the page", () => {
  const routes: readonly Route[] = [
    { page: "home" },
    { page: "chat", conversation: "c_1" },
    { page: "chat", conversation: "with/slash and ü" },
    { page: "inbox", view: undefined, inquiry: undefined },
    { page: "inbox", view: "done", inquiry: undefined },
    { page: "inbox", view: "done", inquiry: "q_1" },
    { page: "inbox", view: "done", outcome: "answered-in-chat", inquiry: "q_1" },
    { page: "question", inquiry: "q_1" },
    { page: "insight" },
    { page: "settings" },
    { page: "settings", section: "members" },
  ];
  for (const route of routes) expect(parseRoute(pathOf(route))).toEqual(route);
});

test("[WEB-2] an unknown address is the unknown page", () => {
  for (const path of ["/c", "/q/", "/settings/more", "/c/1/2", "/nothing", "/c/%", "/inbox/a/b/c"])
    expect(parseRoute(path)).toEqual({ page: "unknown" });
});
