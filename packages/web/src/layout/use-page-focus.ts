import { type RefObject, useEffect, useRef } from "react";
import { pathOf, type Route } from "../route.ts";
import { type FocusTarget, focusAfterNavigation } from "../router.tsx";

/** After a navigation to another page the focus goes to its heading, or to the composer if the navigation asked for that. */
export function usePageFocus(main: RefObject<HTMLElement | null>, route: Route): void {
  // The inbox moves the focus among its own addresses.
  const page = route.page === "chat" ? pathOf(route) : route.page;
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page || !main.current) return;
    shown.current = page;
    main.current.scrollTop = 0;
    scrollTo(0, 0);
    return focusWhenReady(main.current, focusAfterNavigation());
  }, [main, page]);
}

/** Focuses the page until its target is there; a target that something else has taken the focus from does not get it. */
function focusWhenReady(page: HTMLElement, target: FocusTarget): () => void {
  if (!page.contains(document.activeElement)) page.focus({ preventScroll: true });
  const observer = new MutationObserver(settle);
  observer.observe(page, { subtree: true, childList: true, attributeFilter: ["aria-busy"] });
  settle();
  return () => observer.disconnect();

  function settle(): void {
    const element = targetIn(page, target);
    if (document.activeElement !== page) return observer.disconnect();
    if (!element) return;
    observer.disconnect();
    if (element.tabIndex < 0) element.tabIndex = -1;
    element.focus({ preventScroll: true });
  }
}

function targetIn(page: HTMLElement, target: FocusTarget): HTMLElement | undefined {
  // On touch the focus of a field would open the keyboard over the page.
  const isField = target === "composer" && !matchMedia("(pointer: coarse)").matches;
  const element = page.querySelector<HTMLElement>(isField ? ".ask-composer-field" : "h1");
  // The heading of a page that is loading is replaced, and in a low window the composer is shown later.
  const isReady = isField ? element?.checkVisibility() : !element?.closest("[aria-busy=true]");
  return isReady ? (element ?? undefined) : undefined;
}
