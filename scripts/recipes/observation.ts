/** What was seen of a recipe, and whether all of it is as promised. */
export interface Observation {
  readonly isAsPromised: boolean;
  readonly cells: Cells;
}

export interface Cells {
  /** The process is killed when the server has the question and the host has not recorded that it asked. */
  readonly unrecorded: string;
  /** Everything of the host is killed while it waits, and a person answers before it is started again. */
  readonly waiting: string;
  /** The webhook with the answer comes three times. */
  readonly repeated: string;
  /** Somebody else sends a webhook. */
  readonly forged: string;
}

export const titles: Readonly<Record<keyof Cells, string>> = {
  unrecorded: "killed before the ask is recorded",
  waiting: "killed between ask and answer",
  repeated: "webhook three times",
  forged: "forged webhook",
};

export function times(count: number): string {
  return count === 1 ? "continues once" : `continues **${count} times**`;
}
