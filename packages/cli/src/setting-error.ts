/** A setting that cannot be used: which, from where, and what is allowed. */
export class SettingError extends Error {
  override readonly name = "SettingError";
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}
