/** Something that was tried with a real client, and whether it was so. */
export interface Check {
  readonly what: string;
  readonly isSo: boolean;
  /** How the client ended, which says why it was not so. */
  readonly ending?: string;
}

export function check(what: string, isSo: boolean, ending?: string): Check {
  return { what, isSo, ...(ending !== undefined && { ending }) };
}
