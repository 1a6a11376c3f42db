/** Addresses that whoever embeds a card can give it. */
export interface CardLinks {
  /** Of the inquiry itself, to copy. */
  readonly inquiry?: string;
  /** Of a message in its conversation. */
  message?(id: string): string;
}
