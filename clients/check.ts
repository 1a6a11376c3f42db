/** Something that was tried with a real client, and whether it was so. */
export interface Check {
  readonly what: string;
  readonly isSo: boolean;
}

export function check(what: string, isSo: boolean): Check {
  return { what, isSo };
}
