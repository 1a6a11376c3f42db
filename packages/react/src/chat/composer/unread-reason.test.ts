import { expect, test } from "vitest";
import { inquiryOf } from "../../testing/samples.ts";
import { unreadReason } from "./unread-reason.ts";

test("[EXTERNAL-22] a message to a program elsewhere is read only where it answers the only open question", () => {
  const kind = "external" as const;
  const inquiry = inquiryOf();
  expect(unreadReason({ kind, openInquiries: 1, inquiry })).toBeUndefined();
  expect(unreadReason({ kind, openInquiries: 2 })).toBe("several");
  expect(unreadReason({ kind })).toBe("none");
  expect(unreadReason({ kind, openInquiries: 1, inquiry: { ...inquiry, status: "held" } })).toBe("none");
  expect(unreadReason({})).toBeUndefined();
  expect(unreadReason(undefined)).toBeUndefined();
});
