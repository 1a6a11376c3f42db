/**
 * What was observed of one host, alone or with its adapter. A program is a process of its own for the Claude Agent SDK alone; for the
 * others it is new objects of host and adapter, which share only what the host stores.
 */
export interface Row {
  /** Two programs resume with one answer at the same moment. */
  readonly doubleResume: string;
  /** A program resumes again, later, with what it kept. */
  readonly replay: string;
  /** Somebody changes the call, or what the browser or the caller says that the answer is. */
  readonly tamper: string;
  /** After the question and before the answer the program starts anew; the server, where there is one, is killed. */
  readonly restart: string;
  /** Two questions are open at once and are answered differently. */
  readonly parallel: string;
}

export const promises: Readonly<Record<keyof Row, string>> = {
  doubleResume: "double resume",
  replay: "replay",
  tamper: "tamper",
  restart: "restart between ask and answer",
  parallel: "two parallel asks",
};

/** How often the tool behind an approval ran. */
export function ran(times: number): string {
  if (times === 1) return "runs once";
  return times === 2 ? "runs **twice**" : `runs ${times} times`;
}

/** What ran after somebody changed the call or the answer. */
export function afterTampering(calls: readonly string[], tampered: string): string {
  return calls.includes(tampered) ? "what was changed **runs**" : "refused";
}

export function kept(isKept: boolean): string {
  return isKept ? "goes on" : "**lost**";
}
