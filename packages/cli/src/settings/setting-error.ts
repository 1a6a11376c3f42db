/** A setting that cannot be used: its name, where it comes from, and what is allowed. */
export class SettingError extends Error {
  override readonly name = "SettingError";
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}

export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
