import type { ResolutionType } from "@askback/core";

/** The exit codes of the commands that ask and answer; those above 60 are of sysexits.h. */
export const exitCodes = {
  stillOpen: 20,
  usage: 64,
  serverDown: 69,
  notAllowed: 77,
  noTerminal: 78,
  interrupted: 130,
} as const;

const codeByResolution: Readonly<Record<ResolutionType, number>> = {
  answered: 0,
  "answered-in-chat": 0,
  declined: 10,
  delegated: 11,
  dismissed: 12,
  expired: 13,
  withdrawn: 14,
  superseded: 15,
};

/** The exit code that tells a script how an inquiry ended. */
export function exitCodeOf(resolution: ResolutionType): number {
  return codeByResolution[resolution];
}

/** Ends a command with an exit code; the message says what happened and the hint what to do. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly hint: string;
  readonly exitCode: number;

  constructor(message: string, hint: string, exitCode: number) {
    super(message);
    this.hint = hint;
    this.exitCode = exitCode;
  }
}
