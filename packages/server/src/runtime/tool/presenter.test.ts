import { presentationLimits } from "@askback/core";
import { expect, test } from "vitest";
import * as z from "zod";
import { type Presenter, presentCall, presentCalls } from "./presenter.ts";
import { defineTool, type Tool } from "./tool.ts";

const { signal } = new AbortController();
const input = z.object({
  service: z.string(),
  target: z.object({ region: z.string(), replicas: z.number().default(2) }),
  before: z.string().optional(),
});
type Input = z.output<typeof input>;
const docs = { service: "docs", target: { region: "eu" } };

function deploy(present: Presenter<Input>): Tool {
  return defineTool({ name: "deploy", description: "", input, present, run: () => "done" });
}

/** What people see of a call, and the tools whose presentation was left out. */
async function shown(tool: Tool, call: Parameters<typeof presentCall>[1] = docs) {
  const leftOut: string[] = [];
  const presentation = await presentCall(tool, call, { signal, onLeftOut: (name) => leftOut.push(name) });
  return { presentation, leftOut };
}

test("[APPROVAL-5] templates and functions show the input as the tool gets it", async () => {
  const tool = deploy({
    title: "Deploy {service} to {target.region}?",
    fields: [
      { label: "Replicas", value: "{target.replicas}" },
      { label: "Target", value: ({ target }) => `${target.region.toUpperCase()}-1` },
      { label: "All", value: "{target}" },
    ],
    diff: { before: "", after: ({ service }) => `name: ${service}\n` },
    command: "deploy {service} --region {target.region}",
  });
  await expect(shown(tool)).resolves.toEqual({
    leftOut: [],
    presentation: {
      title: "Deploy docs to eu?",
      fields: [
        { label: "Replicas", value: "2" },
        { label: "Target", value: "EU-1" },
        { label: "All", value: '{"region":"eu","replicas":2}' },
      ],
      diff: { before: "", after: "name: docs\n" },
      command: "deploy docs --region eu",
    },
  });
});

test("[APPROVAL-5] a text that names a field which the input lacks is left out", async () => {
  const tool = deploy({
    title: "Deploy {service} after {before}?",
    fields: [
      { label: "Before", value: "{before}" },
      { label: "Service", value: "{service}" },
      { label: "Inherited", value: "{constructor}" },
    ],
    diff: { before: "{before}", after: "{service}" },
  });
  expect((await shown(tool)).presentation).toEqual({ fields: [{ label: "Service", value: "docs" }] });
});

test("[APPROVAL-5] what a model wrote cannot hide or reorder text, nor fill a template again", async () => {
  const tool = deploy({ title: "Deploy {service}?", command: "run {service}" });
  const { presentation } = await shown(tool, { ...docs, service: "a\u202eb\u200b\n{target.region}\ud800\0" });
  expect(presentation).toEqual({
    title: "Deploy a\\u202eb\\u200b\\n{target.region}\ufffd\\u0000?",
    command: "run a\\u202eb\\u200b\n{target.region}\ufffd\\u0000",
  });
});

const notText = (value: unknown) => () => value as string;

test.each<[string, Presenter<Input>]>([
  ["rejects", { title: () => Promise.reject(new Error("no")), command: () => Promise.reject(new Error("neither")) }],
  ["throws", { title: notText(undefined), command: () => JSON.parse("{") }],
  ["gives no text", { title: notText({ toString: () => "Deploy?" }) }],
  ["gives a number", { command: notText(7) }],
  ["gives an empty title", { title: "" }],
  ["is too long", { title: "x".repeat(presentationLimits.title + 1) }],
  ["has too long a diff", { diff: { before: "", after: () => "x".repeat(presentationLimits.diff + 1) } }],
  ["has too many fields", { fields: Array.from({ length: 21 }, () => ({ label: "a", value: "b" })) }],
])("[APPROVAL-6] a presentation that %s is left out", async (_, present) => {
  await expect(shown(deploy(present))).resolves.toEqual({ presentation: undefined, leftOut: ["deploy"] });
});

test("[APPROVAL-6] a presentation of an input that the tool refuses, or that takes too long, is left out", async () => {
  const leftOut = { presentation: undefined, leftOut: ["deploy"] };
  await expect(shown(deploy({ title: "Deploy {service}?" }), { service: 5 })).resolves.toEqual(leftOut);
  const slow = { ...deploy({}), present: () => new Promise(() => {}) };
  await expect(shown(slow)).resolves.toEqual(leftOut);
  await expect(shown(deploy({ title: "Deploy {service}?" }))).resolves.toMatchObject({ leftOut: [] });
});

test("[APPROVAL-5] only calls that are gated and readable are presented", async () => {
  const call = (id: string, name: string, more = {}) => ({
    type: "call" as const,
    call: { id, name, input: docs, ...more },
  });
  const text = { type: "text", text: "Well" } as const;
  const parts = [text, call("a", "deploy"), call("b", "other"), call("c", "deploy", { unreadable: "cut off" })];
  const tools = [deploy({ title: "Deploy {service}?" })];
  const presenting = { tools, signal, onLeftOut() {}, editableBy: () => ({}) };
  const presentation = { title: "Deploy docs?" };
  await expect(presentCalls(parts, { ...presenting, patterns: ["dep*"] })).resolves.toEqual([
    text,
    call("a", "deploy", { presentation }),
    ...parts.slice(2),
  ]);
  await expect(presentCalls(parts, { ...presenting, patterns: ["other"] })).resolves.toEqual(parts);
});
