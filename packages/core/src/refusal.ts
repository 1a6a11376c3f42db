/** Why a command was not granted. Codes are stable; each surface maps them once. */
export type Refusal =
  | { readonly code: "conversation-exists" }
  | { readonly code: "conversation-unknown" }
  | { readonly code: "inquiry-not-open"; readonly inquiryId: string }
  | { readonly code: "inquiry-not-held"; readonly inquiryId: string }
  | { readonly code: "inquiry-without-deadline"; readonly inquiryId: string }
  | { readonly code: "deadline-not-later"; readonly inquiryId: string }
  | { readonly code: "revision-changed"; readonly inquiryId: string; readonly revision: number }
  | { readonly code: "answer-misfit"; readonly inquiryId: string; readonly reason: string }
  | { readonly code: "message-blank" }
  | { readonly code: "title-blank" }
  /** A sub-agent works for its parent alone. */
  | { readonly code: "belongs-to-parent"; readonly parentId: string }
  | { readonly code: "nothing-to-stop" }
  | { readonly code: "nothing-to-resume" }
  | { readonly code: "nothing-to-retry" }
  | { readonly code: "effect-stale" };

export type RefusalCode = Refusal["code"];
