import { type AnchorHTMLAttributes, type MouseEvent, useCallback, useSyncExternalStore } from "react";
import { parseRoute, pathOf, type Route } from "./route.ts";

const navigationEvent = "askback:navigated";

/** What has the focus after a navigation. */
export type FocusTarget = "heading" | "composer";

/** The link or field from which the current page was opened. */
let origin: Element | null = null;

/** Navigates to a page; `replace` drops the current one from the history. */
export function navigate(route: Route, how: "push" | "replace" = "push", focus: FocusTarget = "heading"): void {
  const path = pathOf(route);
  if (path === address()) return;
  origin = document.activeElement;
  if (how === "push") history.pushState({ focus }, "", path);
  else history.replaceState({ focus }, "", path);
  dispatchEvent(new Event(navigationEvent));
}

/** What the navigation to the current entry of the history asked for. */
export function focusAfterNavigation(): FocusTarget {
  const state: unknown = history.state;
  const isComposer = typeof state === "object" && state !== null && "focus" in state && state.focus === "composer";
  return isComposer ? "composer" : "heading";
}

/** Whether a page that has come may take the focus: nobody has moved it since the page was asked for. */
export function isFocusFree(): boolean {
  const { activeElement, body } = document;
  return !activeElement || activeElement === body || activeElement === origin || activeElement.matches("main");
}

export function useRoute(): Route {
  return parseRoute(useSyncExternalStore(subscribe, address));
}

function address(): string {
  return location.pathname + location.search;
}

function subscribe(listener: () => void): () => void {
  addEventListener("popstate", listener);
  addEventListener(navigationEvent, listener);
  return () => {
    removeEventListener("popstate", listener);
    removeEventListener(navigationEvent, listener);
  };
}

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly to: Route;
}

/** A real link; a plain click on it navigates without loading the page again. */
export function Link({ to, onClick, ...rest }: LinkProps) {
  const follow = useCallback(
    (event: MouseEvent<HTMLAnchorElement>) => {
      onClick?.(event);
      const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      if (!isPlain || event.defaultPrevented) return;
      event.preventDefault();
      navigate(to);
    },
    [to, onClick],
  );
  return <a {...rest} href={pathOf(to)} onClick={follow} />;
}
