import { type AnchorHTMLAttributes, type MouseEvent, useCallback, useSyncExternalStore } from "react";
import { pathOf, type Route, routeOf } from "./route.ts";

const moved = "askback:moved";

/** Goes to a page; `replace` leaves no way back to the one before. */
export function go(route: Route, how: "push" | "replace" = "push"): void {
  const path = pathOf(route);
  if (path === address()) return;
  if (how === "push") history.pushState(undefined, "", path);
  else history.replaceState(undefined, "", path);
  dispatchEvent(new Event(moved));
}

export function useRoute(): Route {
  return routeOf(useSyncExternalStore(subscribe, address));
}

function address(): string {
  return location.pathname + location.search;
}

function subscribe(listener: () => void): () => void {
  addEventListener("popstate", listener);
  addEventListener(moved, listener);
  return () => {
    removeEventListener("popstate", listener);
    removeEventListener(moved, listener);
  };
}

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly to: Route;
}

/** A real link, which a plain click follows without loading the page again. */
export function Link({ to, onClick, ...rest }: LinkProps) {
  const follow = useCallback(
    (event: MouseEvent<HTMLAnchorElement>) => {
      onClick?.(event);
      const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      if (!isPlain || event.defaultPrevented) return;
      event.preventDefault();
      go(to);
    },
    [to, onClick],
  );
  return <a {...rest} href={pathOf(to)} onClick={follow} />;
}
