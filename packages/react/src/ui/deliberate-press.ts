import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from "react";

interface DeliberatePress {
  /** A pointer went down on the target of this name. */
  press(name: string): void;
  /** Whether the press that now ends on the target was deliberate. */
  isDeliberate(name: string): boolean;
  forget(): void;
}

/**
 * Tells deliberate presses from accidental ones. `revision` is of what the element shows: a new one restarts the time in
 * view, and without one the element is not watched.
 */
export function useDeliberatePress(
  element: RefObject<HTMLElement | null>,
  revision: number | undefined,
): DeliberatePress {
  const pressed = useRef<Pick<Tap, "pressedOn" | "at" | "inViewSince">>(undefined);
  const readVisibility = useVisibility(element, revision);
  const forget = useCallback(() => {
    pressed.current = undefined;
  }, []);
  // A press that began on what was shown before is no consent to what is shown now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the press is forgotten whenever the revision changes
  useLayoutEffect(forget, [revision]);
  return {
    press(name) {
      pressed.current = { pressedOn: name, at: performance.now(), inViewSince: readVisibility().inViewSince };
    },
    isDeliberate(name) {
      // Some browsers report the focus of the window only after the press that gave it.
      const { windowFocusedAt } = readVisibility();
      return (
        pressed.current !== undefined && isDeliberateTap({ ...pressed.current, releasedOn: name, windowFocusedAt })
      );
    },
    forget,
  };
}

const minMsAfterWindowFocus = 400;
const minMsInView = 600;
/** Most systems take two clicks within this time for a double click. */
const doubleClickMs = 500;

/** A press of a pointer and its release; times in milliseconds of one clock. */
export interface Tap {
  readonly pressedOn: string | undefined;
  readonly releasedOn: string;
  /** When it was pressed: how long it is held down does not count. */
  readonly at: number;
  readonly windowFocusedAt: number;
  /** Since when the element has been in view and has not moved; undefined while it is out of view. */
  readonly inViewSince: number | undefined;
}

/** A click that focuses the window, a slip from one row to another, or a card that has just moved under the pointer is no consent. */
export function isDeliberateTap({ pressedOn, releasedOn, at, windowFocusedAt, inViewSince }: Tap): boolean {
  if (pressedOn !== releasedOn || inViewSince === undefined) return false;
  return at - windowFocusedAt >= minMsAfterWindowFocus && at - inViewSince >= minMsInView;
}

/** Whether a click may be the second of a double click whose first one changed what is under the pointer. */
export function isWithinDoubleClick({ at, changedAt }: { readonly at: number; readonly changedAt: number }): boolean {
  return at - changedAt < doubleClickMs;
}

/** Times on the clock of `performance`. */
interface Visibility {
  /** Since when an element has been in view with one position and size; undefined while it is out of view. */
  readonly inViewSince: number | undefined;
  readonly windowFocusedAt: number;
}

const notVisible: Visibility = { inViewSince: undefined, windowFocusedAt: Number.NEGATIVE_INFINITY };

function useVisibility(element: RefObject<HTMLElement | null>, revision: number | undefined): () => Visibility {
  const watch = useRef<VisibilityWatch>(undefined);
  useEffect(() => {
    if (revision === undefined || !element.current) return;
    const started = watchVisibility(element.current);
    watch.current = started;
    return () => {
      started.stop();
      watch.current = undefined;
    };
  }, [element, revision]);
  return useCallback(() => watch.current?.read() ?? notVisible, []);
}

interface VisibilityWatch {
  read(): Visibility;
  stop(): void;
}

/** No event says that an element has moved, so its position is polled. */
const pollMs = 100;

function watchVisibility(element: HTMLElement): VisibilityWatch {
  let inViewSince: number | undefined;
  let windowFocusedAt = Number.NEGATIVE_INFINITY;
  let bounds = boundsOf(element);

  const read = () => {
    const before = bounds;
    bounds = boundsOf(element);
    if (bounds !== before && inViewSince !== undefined) inViewSince = performance.now();
    return { inViewSince, windowFocusedAt };
  };
  const onFocus = () => {
    windowFocusedAt = performance.now();
  };
  const observer = new IntersectionObserver((entries) => {
    inViewSince = entries.at(-1)?.isIntersecting ? (inViewSince ?? performance.now()) : undefined;
  });
  observer.observe(element);
  window.addEventListener("focus", onFocus);
  const timer = setInterval(read, pollMs);

  return {
    read,
    stop() {
      observer.disconnect();
      window.removeEventListener("focus", onFocus);
      clearInterval(timer);
    },
  };
}

function boundsOf(element: HTMLElement): string {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x, y, width, height].map(Math.round).join(" ");
}
