import { vi } from "vitest";

/** Resolves when every promise that waits for nothing else has settled. */
export async function flushPromises(): Promise<void> {
  if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(0);
  else await new Promise((resolve) => setTimeout(resolve, 0));
}
