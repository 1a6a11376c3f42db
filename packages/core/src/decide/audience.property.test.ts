import { expect, test } from "vitest";
import { isAllowed } from "../contracts/approval.ts";
import { isInAudience } from "../model/audience.ts";
import { dueAt } from "../model/effect.ts";
import { audienceAt } from "../model/escalation.ts";
import { isReached } from "../model/quorum.ts";
import { eventsOf } from "../testing/given.ts";
import { afterEveryStep, atTheEnd } from "../testing/properties.ts";

const personal = ["answered", "answered-in-chat", "delegated", "declined", "dismissed"];

test("[AUDIENCE-1] whatever happens, only who may answer at that moment resolves an inquiry as a person", () => {
  afterEveryStep(({ command, before, decision }) => {
    if (!decision.ok || before.status !== "parked" || command.type === "wake" || command.type === "deliver") return;
    for (const { resolution } of eventsOf(decision.value, "inquiry.resolved")) {
      if (!personal.includes(resolution.type) || !("by" in resolution)) continue;
      const groups = "groups" in command ? command.groups : undefined;
      const member = { by: resolution.by, ...(groups && { groups }) };
      expect(isInAudience(audienceAt(before.inquiry, command.at), member)).toBe(true);
    }
  });
});

test("[AUDIENCE-6] taking, releasing and assigning resolve nothing and keep nobody from answering", () => {
  afterEveryStep(({ command, before, decision, simulation }) => {
    if (command.type !== "take" && command.type !== "release" && command.type !== "assign") return;
    const events = decision.ok ? decision.value : [];
    const isExpired = eventsOf(events, "inquiry.resolved").some(({ resolution }) => resolution.type === "expired");
    if (!isExpired) expect(simulation.conversation.status).toBe(before.status);
  });
});

test("[QUORUM-1] a call that several people must allow is allowed exactly when enough others have agreed", () => {
  atTheEnd(({ inquiries }) => {
    for (const { quorum, agreements = [], resolution, approval } of inquiries.values()) {
      if (!quorum) {
        expect(agreements).toEqual([]);
        continue;
      }
      const names = agreements.map(({ by }) => by);
      expect(new Set(names).size).toBe(names.length);
      expect(names.some((name) => quorum.excludes.includes(name))).toBe(false);
      const isGranted = resolution !== undefined && isAllowed({ ...(approval && { approval }) }, resolution);
      expect(isReached(quorum, agreements)).toBe(isGranted);
    }
  });
});

test("[QUORUM-3] whatever happens, a call counts neither who started the conversation nor who wrote since a run finished", () => {
  atTheEnd(({ log }) => {
    let starter = "";
    let authors: readonly string[] = [];
    for (const event of log) {
      if (event.type === "conversation.started") starter = event.by;
      if (event.type === "conversation.forked") {
        starter = event.by;
        const { quorum } = event.state.inquiry;
        authors = quorum?.excludes ?? [];
        if (quorum) expect(authors).toContain(starter);
      }
      if (event.type === "message.received" && !event.visibility) authors = [...authors, event.by];
      if (event.type === "run.finished" && event.outcome === "finished") authors = [];
      if (event.type !== "inquiry.asked" || !event.inquiry.quorum) continue;
      const { excludes } = event.inquiry.quorum;
      expect(new Set(excludes).size).toBe(excludes.length);
      expect(excludes).toEqual(expect.arrayContaining([starter, ...authors]));
    }
  });
});

test("[REMIND-1] each step happens once, in order, and only while the inquiry is open", () => {
  atTheEnd(({ log, inquiries }) => {
    const forked = eventsOf(log, "conversation.forked").map(({ state }) => state.inquiry.id);
    const own = [...forked, ...eventsOf(log, "inquiry.asked").map(({ inquiry }) => inquiry.id)];
    for (const { id, escalation = [], reminded = 0 } of inquiries.values()) {
      if (!own.includes(id)) continue;
      const steps = eventsOf(log, "inquiry.reminded").filter((event) => event.inquiryId === id);
      expect(steps.map(({ step }) => step)).toEqual(Array.from({ length: reminded }, (_, index) => index + 1));
      expect(reminded).toBeLessThanOrEqual(escalation.length);
      expect(eventsOf(log, "inquiry.escalated").filter((event) => event.inquiryId === id).length).toBeLessThan(2);
    }
  });
});

test("[REMIND-2] after a wake-up nothing is due that was due before it", () => {
  afterEveryStep(({ command, decision, simulation }) => {
    if (command.type !== "wake" || !decision.ok || simulation.conversation.status !== "parked") return;
    const due = dueAt(simulation.conversation);
    expect(due === undefined || due > command.at).toBe(true);
  });
});
