import type { Contact } from "@askback/core/wire";
import { expect, test } from "vitest";
import { bodyOf, formOf } from "./contact-form.ts";

const contact: Contact = {
  email: "ana@example.org",
  channels: { mail: "important", pager: "off" },
  quietHours: { from: "21:00", to: "06:30", timeZone: "Asia/Tokyo" },
  onCall: { days: ["mon", "sat"], from: "20:00", to: "08:00", timeZone: "Asia/Tokyo" },
  subscriptions: [],
  available: ["mail"],
};

test("[CONTACT-1] what was chosen comes back unchanged, also for channels that are not shown", () => {
  const { subscriptions: _, available: __, ...chosen } = contact;
  expect(bodyOf(formOf(contact, "Europe/Berlin"))).toEqual(chosen);
});

test("[CONTACT-1] nothing that was not chosen is saved, and an empty field removes what was there", () => {
  const form = formOf({ subscriptions: [], available: [] }, "Europe/Berlin");
  expect(bodyOf(form)).toEqual({ channels: {} });
  expect(bodyOf({ ...formOf(contact, "UTC"), email: "  " }).email).toBeUndefined();
});

test("[CONTACT-1] hours are in the zone of the browser, and times of mail are in order and each there once", () => {
  const form = formOf({ subscriptions: [], available: [] }, "Europe/Berlin");
  const quiet = { isOn: true, from: "22:00", to: "" };
  const digest = { isOn: true, at: ["16:00", "", "09:00", "16:00"] };
  expect(bodyOf({ ...form, quiet, digest })).toEqual({
    channels: {},
    digest: { at: ["09:00", "16:00"], timeZone: "Europe/Berlin" },
  });
});

test("[CONTACT-1] days on call are saved in the order of the week, and none where there are no hours", () => {
  const form = formOf({ subscriptions: [], available: [] }, "Europe/Berlin");
  const onCall = { isOn: true, from: "20:00", to: "08:00", days: ["sun", "mon"] as const };
  expect(bodyOf({ ...form, onCall })).toEqual({
    channels: {},
    onCall: { days: ["mon", "sun"], from: "20:00", to: "08:00", timeZone: "Europe/Berlin" },
  });
  expect(bodyOf({ ...form, onCall: { ...onCall, to: "" } })).toEqual({ channels: {} });
});
