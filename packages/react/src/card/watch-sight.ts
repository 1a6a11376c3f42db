/** What somebody has had before their eyes, on the clock of `performance`. */
export interface Sight {
  /** Since when an element has been in view, at one place and of one size; undefined while it is out of view. */
  readonly inViewSince: number | undefined;
  readonly windowFocusedAt: number;
}

export interface SightWatch {
  look(): Sight;
  stop(): void;
}

/** Nothing tells that an element was moved, so that it is looked at now and then, and when it matters. */
const againMs = 100;

export function watchSight(element: HTMLElement): SightWatch {
  let inViewSince: number | undefined;
  let windowFocusedAt = Number.NEGATIVE_INFINITY;
  let place = placeOf(element);

  const look = () => {
    const before = place;
    place = placeOf(element);
    if (place !== before && inViewSince !== undefined) inViewSince = performance.now();
    return { inViewSince, windowFocusedAt };
  };
  const noteFocus = () => {
    windowFocusedAt = performance.now();
  };
  const observer = new IntersectionObserver((entries) => {
    inViewSince = entries.at(-1)?.isIntersecting ? (inViewSince ?? performance.now()) : undefined;
  });
  observer.observe(element);
  window.addEventListener("focus", noteFocus);
  const timer = setInterval(look, againMs);

  return {
    look,
    stop() {
      observer.disconnect();
      window.removeEventListener("focus", noteFocus);
      clearInterval(timer);
    },
  };
}

function placeOf(element: HTMLElement): string {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x, y, width, height].map(Math.round).join(" ");
}
