/** Whose something in a browser is. Each part is encoded, so that no name is the beginning of another. */
export function ownerName(origin: string, personId: string): string {
  return [origin, personId].map(encodeURIComponent).join(":");
}
