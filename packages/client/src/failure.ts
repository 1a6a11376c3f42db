import type { Problem } from "@askback/core/wire";

/** Why a call has no value: what the server said, or that it could not be reached (`status` 0, `code` "unreachable"). */
export type Failure = Problem;
