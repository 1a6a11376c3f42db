import { type Audience, widenAudience } from "./audience.ts";

/** A step is taken if nobody has answered for a while: those who may answer are reminded, and others may answer too. */
export interface EscalationStep {
  /** Milliseconds after it was asked. */
  readonly afterMs: number;
  /** These may answer from then on, beside the others. */
  readonly to?: Audience | undefined;
  /** Whether everybody who may answer is reminded; those in `to` are told in any case. */
  readonly remind?: true | undefined;
  /** By which channels they are told; by all that they have switched on where it is absent. */
  readonly channels?: readonly string[] | undefined;
}

/** These are asked when the deadline passes, and the inquiry does not expire then. */
export interface Fallback {
  readonly to: Audience;
  /** For how long after the first deadline; then it expires. */
  readonly forMs: number;
}

/** The part of an inquiry that time changes. */
export interface Timed {
  readonly askedAt: number;
  readonly audience?: Audience;
  readonly deadline?: number;
  /** The channels by which people are told first. */
  readonly channels?: readonly string[];
  /** In the order of their times. */
  readonly escalation?: readonly EscalationStep[];
  /** How many of the steps have happened. */
  readonly reminded?: number;
  /** Absent once it has happened. */
  readonly onDeadline?: Fallback;
}

/** When the next step of the escalation is due. */
export function nextStepAt({ askedAt, escalation = [], reminded = 0 }: Timed): number | undefined {
  const step = escalation[reminded];
  return step && askedAt + step.afterMs;
}

/** The steps that are due at a time and have not happened yet. */
export function dueSteps({ askedAt, escalation = [], reminded = 0 }: Timed, at: number): readonly EscalationStep[] {
  return escalation.slice(reminded).filter(({ afterMs }) => askedAt + afterMs <= at);
}

/** The fallback, if the deadline has passed and nobody was told yet. */
export function dueFallback({ deadline, onDeadline }: Timed, at: number): Fallback | undefined {
  return deadline !== undefined && deadline <= at ? onDeadline : undefined;
}

/** When it expires: at the deadline, or later where others are asked first. */
export function expiresAt({ deadline, onDeadline }: Timed): number | undefined {
  return deadline === undefined ? undefined : deadline + (onDeadline?.forMs ?? 0);
}

/** Tells who may answer at a time, whether or not a worker has recorded what is due. */
export function audienceAt(inquiry: Timed, at: number): Audience | undefined {
  const fallback = dueFallback(inquiry, at);
  const added = [...dueSteps(inquiry, at).flatMap(({ to }) => to ?? []), ...(fallback ? [fallback.to] : [])];
  return added.reduce<Audience | undefined>(widenAudience, inquiry.audience);
}

/** The channels by which people were told so far; undefined for all that they have switched on. */
export function channelsSoFar({ channels, escalation = [], reminded = 0 }: Timed): readonly string[] | undefined {
  const told = [channels, ...escalation.slice(0, reminded).map((step) => step.channels)];
  return told.some((some) => some === undefined) ? undefined : [...new Set(told.flatMap((some) => some ?? []))];
}

/** Steps in the order of their times. */
export function canonicalEscalation(steps: readonly EscalationStep[]): readonly EscalationStep[] {
  return steps.toSorted((a, b) => a.afterMs - b.afterMs);
}
