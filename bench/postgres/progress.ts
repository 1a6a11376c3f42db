const began = performance.now();

/** Prints progress to standard error; standard output has only results. */
export function progress(text: string): void {
  const seconds = Math.round((performance.now() - began) / 1000);
  console.error(`${String(seconds).padStart(5)} s  ${text}`);
}
