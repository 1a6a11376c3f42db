/** Reads a `Retry-After` header: seconds, or a date by the other side's clock. Gives the time to wait in milliseconds. */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,9}(\.\d+)?$/.test(value.trim())) return Number(value) * 1_000;
  const at = /^[A-Z][a-z]{2}, /.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
