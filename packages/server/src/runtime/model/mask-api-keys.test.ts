import { expect, test } from "vitest";
import { maskApiKeys } from "./mask-api-keys.ts";

test.each([
  ["invalid x-api-key: sk-ant-api03-abcdefgh", "invalid x-api-key: [masked]"],
  ["key AIzaSyA1234567890 is not valid", "key [masked] is not valid"],
  ["Authorization: Bearer abc.def.ghi was refused", "Authorization: Bearer [masked] was refused"],
  ['{"api_key":"12345678"}', '{"api_key":"[masked]"}'],
  ['{"body":"{\\"api_key\\":\\"12345678\\"}"}', '{"body":"{\\"api_key\\":\\"[masked]\\"}"}'],
  ["password=ab\\cdefgh1 was refused", "password=[masked] was refused"],
  ["GET http://host/v1?key=12345&alt=sse failed", "GET http://host/v1?key=[masked]&alt=sse failed"],
  ["connect http://me:secret@host/v1", "connect http://[masked]@host/v1"],
  ["token of mine: our-own-1", "token of mine: [masked]"],
  ["no such model: ollama/large", "no such model: ollama/large"],
  ["Overloaded (request req_011CSHoEeqs5C35K2UUqR7Fy)", "Overloaded (request req_011CSHoEeqs5C35K2UUqR7Fy)"],
  ["maximum context length is 128000 tokens", "maximum context length is 128000 tokens"],
])("[FAILURE-2] %j is recorded as %j", (message, masked) => {
  expect(maskApiKeys(message, ["our-own-1", "ollama", ""])).toBe(masked);
});
