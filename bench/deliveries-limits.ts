/** What a server took while it told everybody: memory, and its response times as multiples of those before. */
export interface Taken {
  readonly grownMb: number;
  readonly ratioToAloneP50: number;
  readonly ratioToAloneP99: number;
}

/** However many deliveries there are. Holding each of 100,000 with its question and person would take more. */
const mostMb = 512;
/** A request may wait behind commits and other work of the same process, but not behind all deliveries. */
const mostRatio = 30;

/** Why this is too much, or nothing. */
export function beyondLimits({ grownMb, ratioToAloneP50, ratioToAloneP99 }: Taken): readonly string[] {
  return [
    ...(grownMb > mostMb
      ? [`memory grew by ${grownMb} MB, and ${mostMb} are enough for any number of deliveries`]
      : []),
    ...(ratioToAloneP50 > mostRatio ? [`requests took ${ratioToAloneP50} times as long as alone (median)`] : []),
    ...(ratioToAloneP99 > mostRatio
      ? [`requests took ${ratioToAloneP99} times as long as alone (99th percentile)`]
      : []),
  ];
}
