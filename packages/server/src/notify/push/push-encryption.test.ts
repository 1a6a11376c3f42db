import { expect, test } from "vitest";
import { areSubscriptionKeys, encryptPush } from "./push-encryption.ts";

const bytes = (text: string) => Buffer.from(text, "base64url");

test("[PUSH-1] the example of RFC 8291 is encrypted as the RFC says", () => {
  const keys = {
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  };
  const chance = {
    salt: bytes("DGv6ra1nlYgDCS1FRnbzlw"),
    privateKey: bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
  };
  const encrypted = encryptPush(keys, Buffer.from("When I grow up, I want to be a watermelon"), chance);
  expect(encrypted.toString("base64url")).toBe(
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
  );
  expect(areSubscriptionKeys(keys)).toBe(true);
  expect(areSubscriptionKeys({ ...keys, p256dh: "AAAA" })).toBe(false);
  expect(areSubscriptionKeys({ ...keys, auth: "AAAA" })).toBe(false);
});
