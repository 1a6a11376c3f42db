/** What scrolls an element: itself, or, in low windows, the page around it. */
export function scrollBoxOf(element: HTMLElement): Element {
  for (let box: HTMLElement | null = element; box; box = box.parentElement) {
    const isScroller = /auto|scroll/.test(getComputedStyle(box).overflowY);
    if (isScroller && box.scrollHeight > box.clientHeight) return box;
  }
  return document.scrollingElement ?? document.documentElement;
}

/** The part of the window in which a box shows what it scrolls. */
export function viewOf(box: Element): { readonly top: number; readonly bottom: number } {
  return box === document.scrollingElement ? { top: 0, bottom: innerHeight } : box.getBoundingClientRect();
}
