/** The result of one check of an installation, with advice where it did not pass. */
export interface Finding {
  readonly check: string;
  readonly status: "ok" | "warning" | "failed";
  readonly found: string;
  readonly advice?: string;
}

export function ok(check: string, found: string): Finding {
  return { check, status: "ok", found };
}

export function warning(check: string, found: string, advice: string): Finding {
  return { check, status: "warning", found, advice };
}

export function failed(check: string, found: string, advice: string): Finding {
  return { check, status: "failed", found, advice };
}
