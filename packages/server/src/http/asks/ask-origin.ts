import type { InquiryRecord, Json } from "@askback/core";
import type * as wire from "@askback/core/wire";
import type { Principal } from "../access/principal.ts";
import type { Cipher } from "../cipher.ts";

/** What a program gave with its ask, for that program alone; a state that was sealed with another secret is left out. */
export function askOriginView(
  { origin }: InquiryRecord,
  principal: Pick<Principal, "id" | "project">,
  cipher: Cipher,
): Pick<wire.Inquiry, "origin"> {
  if (!origin || origin.by !== principal.id) return {};
  const { thread, key, state, webhook } = origin;
  const json = state === undefined ? undefined : cipher.decrypt(state, ownerOf(principal));
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
