import type { InquiryRecord, Json } from "@askback/core";
import type * as wire from "@askback/core/wire";
import type { Principal } from "../access/principal.ts";
import type { Cipher } from "../cipher.ts";

/** A page of inquiries has no longer states than these, sealed in base64: 64 KiB. */
const longestListed = Math.ceil((65_564 * 4) / 3);

/** What a program gave with its ask, for that program alone; a state that was sealed with another secret is left out. */
export function askOriginView(
  { origin }: InquiryRecord,
  principal: Pick<Principal, "id" | "project">,
  cipher: Cipher,
  isListed = false,
): Pick<wire.Inquiry, "origin"> {
  if (!origin || origin.by !== principal.id) return {};
  const { thread, key, state, webhook } = origin;
  const isShown = state !== undefined && (!isListed || state.length <= longestListed);
  const json = isShown ? cipher.decrypt(state, ownerOf(principal)) : undefined;
  return {
    origin: {
      ...(thread !== undefined && { thread }),
      ...(key !== undefined && { key }),
      ...(json !== undefined && { state: JSON.parse(json) }),
      ...(webhook !== undefined && { webhook }),
    },
  };
}

export function sealState(state: Json, principal: Pick<Principal, "id" | "project">, cipher: Cipher): string {
  return cipher.encrypt(JSON.stringify(state), ownerOf(principal));
}

/** The names of keys are unique only in their project. */
function ownerOf({ id, project }: Pick<Principal, "id" | "project">): string {
  return JSON.stringify([project, id]);
}
