import { expect, test } from "vitest";
import * as z from "zod";
import { defineTool } from "./tool.ts";
import { createToolbox } from "./toolbox.ts";

const named = (name: string) => defineTool({ name, description: "", input: z.object({}), run() {} });
const names = ["read", "files__read", "files__write", "web__read"];
const toolbox = createToolbox(names.map(named), ["ask_user_question"]);

test.each([
  [["read"], ["read"]],
  [
    ["web__read", "read"],
    ["web__read", "read"],
  ],
  [["files__*"], ["files__read", "files__write"]],
  [
    ["files__write", "files__*", "read", "read"],
    ["files__write", "files__read", "read"],
  ],
  [["*"], names],
  [[], []],
])("[RUN-10] %j selects %j", (wanted, selected) => {
  expect(toolbox.select(wanted).map(({ name }) => name)).toEqual(selected);
});

test.each(["write", "mail__*", "files__"])(
  "[RUN-10] %s selects nothing, which is an error that lists the tools",
  (name) => {
    expect(() => toolbox.check("guide", ["read", name])).toThrow(
      `the agent "guide" lists "${name}" in tools, which is none; there are: read, files__read, files__write, web__read`,
    );
    expect(() => createToolbox([], []).check("guide", [name])).toThrow("there are: none");
  },
);

test("[RUN-10] what exists can be selected though other names select nothing", () => {
  expect(toolbox.select(["mail__*", "read", "write"]).map(({ name }) => name)).toEqual(["read"]);
});

test("[RUN-10] [S0-21] duplicate tool names and names of contracts are refused", () => {
  expect(() => createToolbox([named("read"), named("read")], [])).toThrow('two tools are named "read"');
  expect(() => createToolbox([named("ask_user_question")], ["ask_user_question"])).toThrow(
    "taken by a tool of Askback itself",
  );
});
