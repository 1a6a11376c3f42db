import { expect, test } from "vitest";
import { pathOf, type Route, routeOf } from "./route.ts";

test("[WEB-2] each page has an address that leads back to it", () => {
  const routes: readonly Route[] = [
    { page: "home" },
    { page: "chat", conversation: "c_1" },
    { page: "chat", conversation: "with/slash and ü" },
    { page: "inbox", view: undefined, inquiry: undefined },
    { page: "inbox", view: "done", inquiry: undefined },
    { page: "inbox", view: "done", inquiry: "q_1" },
    { page: "inbox", view: "done", outcome: "answered-in-chat", inquiry: "q_1" },
    { page: "question", inquiry: "q_1" },
    { page: "settings" },
  ];
  for (const route of routes) expect(routeOf(pathOf(route))).toEqual(route);
});

test("[WEB-2] an address that leads nowhere says so", () => {
  for (const path of ["/c", "/q/", "/settings/more", "/c/1/2", "/nothing", "/c/%", "/inbox/a/b/c"])
    expect(routeOf(path)).toEqual({ page: "unknown" });
});
