/** Whether a name equals one of the patterns, or has the prefix of one that ends with `*`. */
export function matchesAny(patterns: readonly string[], name: string): boolean {
  return patterns.some((pattern) => (pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern));
}
