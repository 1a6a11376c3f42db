const began = performance.now();

/** Tells whoever waits where the run is; results alone go to standard output. */
export function progress(text: string): void {
  const seconds = Math.round((performance.now() - began) / 1000);
  console.error(`${String(seconds).padStart(5)} s  ${text}`);
}
