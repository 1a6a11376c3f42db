/** What was observed of one host, alone or with its adapter. */
export interface Row {
  /** Two programs resume with one answer at the same moment; for all but the Claude Agent SDK they are new objects in one process. */
  readonly doubleResume: string;
  /** A program resumes again, later, with what it kept. */
  readonly replay: string;
  /** Somebody changes the call, or what the browser or the caller says that the answer is. */
  readonly tamper: string;
  /** After the question and before the answer the process of the program is killed, and the server where there is one. */
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
