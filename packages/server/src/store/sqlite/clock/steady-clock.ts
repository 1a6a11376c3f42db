import { type Clock, systemClock, systemTime, type TimeSources } from "../../../clock.ts";

/** The wall clock is followed at once when it is ahead by no more than this. */
const believedLeadMs = 60_000;
/** It is followed by more when it was ahead by the same time for this long. */
const doubtMs = 300_000;
/** A wall clock that is ahead by less was not ahead because of a suspension. */
const leastSuspendedMs = 10;
/** While the wall clock is behind, this part of the elapsed time is not counted. */
const slowdown = 0.1;

interface Start {
  readonly time: number;
  /** Whether it is the time of now and not of some moment before; a wall clock that is ahead of it is then doubted. */
  readonly isCurrent: boolean;
}

/**
 * A clock that follows the wall clock and never goes back, from its start on. While the wall clock is behind, it runs slower
 * until that has caught up. Where the wall clock went ahead, the clock adds the time for which the machine was suspended at
 * once; a greater lead may be a mistake and would expire inquiries for good, so it has to last first.
 */
export function createSteadyClock(start: Start, sources: TimeSources = systemTime): Clock {
  const { wall, monotonic, uptime } = sources;
  let time = start.isCurrent ? start.time : Math.max(start.time, wall());
  let readAt = monotonic();
  /** For how long the machine was suspended, as far as the clock has counted it. */
  let suspendedMs = uptime() - readAt;
  let isBehind = false;
  let doubt: { readonly leadMs: number; readonly since: number } | undefined;

  function now(): number {
    const passed = Math.max(0, monotonic() - readAt);
    readAt += passed;
    const leadMs = wall() - (time + passed);
    if (leadMs < 0) time += passed - Math.min(passed * slowdown, -leadMs);
    else time += passed + (leadMs <= believedLeadMs ? leadMs : believedPart(leadMs));
    if (leadMs <= believedLeadMs) doubt = undefined;
    // A wall clock that was followed has counted the suspensions; the uptime is not read each time, because that is slow.
    const isFollowed = leadMs >= 0 && leadMs <= believedLeadMs;
    if (isFollowed && (isBehind || leadMs >= leastSuspendedMs)) suspendedMs = uptime() - readAt;
    isBehind = leadMs < 0;
    return Math.floor(time);
  }

  function believedPart(leadMs: number): number {
    if (!doubt || Math.abs(leadMs - doubt.leadMs) > believedLeadMs) doubt = { leadMs, since: readAt };
    const suspended = Math.max(0, uptime() - readAt - suspendedMs);
    suspendedMs += suspended;
    return readAt - doubt.since >= doubtMs ? leadMs : Math.min(leadMs, suspended);
  }

  return { now, elapsed: monotonic, after: systemClock.after };
}
