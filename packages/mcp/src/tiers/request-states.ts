import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, randomUUID } from "node:crypto";
import type { Client } from "@askback/client";
import { createRequestStateCodec, type RequestStateCodec } from "@modelcontextprotocol/server";
import { untilAnswered } from "../until-answered.ts";

/** What a client brings back with its next call. It is sealed, so that a client can neither read it nor make one up. */
export interface RequestState {
  readonly inquiryId: string;
  readonly revision: number;
  /** Of the call that asked: the state is for the same call alone. */
  readonly digest: string;
  /** Of this form alone, which brings one response. */
  readonly form: string;
}

export type RequestStates = RequestStateCodec<RequestState>;

export interface RequestStateSecret {
  /** At least 32 bytes, the same after a restart. */
  readonly key: Uint8Array;
  /** Whose calls these are; a state of somebody else is refused. */
  readonly principal: string;
}

/** Earlier versions signed the state and did not seal it; such a form may still be shown to somebody. */
type Signed = { readonly sealed: string } | Omit<RequestState, "form">;

/** People may take their time. */
const lifetimeSeconds = 30 * 24 * 3600;

export function createRequestStates({ key, principal }: RequestStateSecret): RequestStates {
  const codec = createRequestStateCodec<Signed>({ key, ttlSeconds: lifetimeSeconds, bind: () => principal });
  const sealKey = Buffer.from(hkdfSync("sha256", key, "", "askback sealed request state", 32));
  return {
    mint: (state, context) => codec.mint({ sealed: seal(sealKey, state) }, context),
    async verify(text, context) {
      const signed = await codec.verify(text, context);
      return "sealed" in signed ? open(sealKey, signed.sealed) : { ...signed, form: `${signed.revision}` };
    },
  };
}

export const newForm = (): string => randomUUID();

/** Whether this is the first response that the form brings. It is the same one for as long as this request is repeated. */
export async function useForm(
  { inquiries }: Pick<Client, "inquiries">,
  { inquiryId, form }: RequestState,
  signal: AbortSignal,
): Promise<boolean> {
  const body = { claimant: randomUUID(), claim: `the response of form ${form}` };
  return (await untilAnswered(() => inquiries.claim(inquiryId, body, { signal }), signal)).ok;
}

const cipherName = "aes-256-gcm";
const ivLength = 12;
const tagLength = 16;

function seal(key: Buffer, state: RequestState): string {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv(cipherName, key, iv);
  const body = Buffer.concat([cipher.update(JSON.stringify(state)), cipher.final()]);
  return Buffer.concat([iv, body, cipher.getAuthTag()]).toString("base64url");
}

function open(key: Buffer, sealed: string): RequestState {
  const bytes = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv(cipherName, key, bytes.subarray(0, ivLength));
  decipher.setAuthTag(bytes.subarray(-tagLength));
  const body = Buffer.concat([decipher.update(bytes.subarray(ivLength, -tagLength)), decipher.final()]);
  return JSON.parse(body.toString()) as RequestState;
}
