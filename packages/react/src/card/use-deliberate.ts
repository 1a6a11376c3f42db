import { type RefObject, useCallback, useRef } from "react";
import { isDeliberate, type Tap } from "./one-tap.ts";
import { useSight } from "./use-sight.ts";

interface Deliberate {
  /** A pointer went down on what goes by this name. */
  press(name: string): void;
  /** Whether the press that has come up on it was meant. */
  isMeant(name: string): boolean;
  forget(): void;
}

/** Tells the presses that were meant from those that came too soon. `element` and `revision` are as for `useSight`. */
export function useDeliberate(element: RefObject<HTMLElement | null>, revision: number | undefined): Deliberate {
  const pressed = useRef<Pick<Tap, "pressedOn" | "at" | "inViewSince">>(undefined);
  const look = useSight(element, revision);
  const forget = useCallback(() => {
    pressed.current = undefined;
  }, []);
  return {
    press(name) {
      pressed.current = { pressedOn: name, at: performance.now(), inViewSince: look().inViewSince };
    },
    isMeant(name) {
      // Some windows are told of their focus only after the press that gave it.
      const { windowFocusedAt } = look();
      return pressed.current !== undefined && isDeliberate({ ...pressed.current, releasedOn: name, windowFocusedAt });
    },
    forget,
  };
}
