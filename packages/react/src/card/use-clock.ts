import { useContext } from "react";
import { AskbackContext } from "../askback-context.ts";

/** Tells the time of the server, by whose clock deadlines end; a card that stands alone has that of the device. */
export function useClock(): () => number {
  return useContext(AskbackContext)?.client.now ?? Date.now;
}
