import { expect, test } from "vitest";
import { parseConfig } from "./config-schema.ts";

const slackWith = (fields: object) => ({ notifications: { slack: { botToken: "xoxb-1-secret", ...fields } } });

test("[SLACK-11] Slack needs a way by which answers arrive", () => {
  for (const way of [{ appToken: "xapp-1-secret" }, { signingSecret: "8f742231b10e8888abcd99e0" }])
    expect(parseConfig(slackWith(way), "file")).toEqual(slackWith(way));
  expect(() => parseConfig(slackWith({}), "file")).toThrow(
    /notifications\.slack in file: needs appToken .* signingSecret/,
  );
});

test("[SLACK-11] a token in the wrong place is refused by its field, and not shown", () => {
  for (const [fields, field] of [
    [{ botToken: "xapp-1-secret", appToken: "xapp-1-secret" }, "botToken"],
    [{ appToken: "xoxb-1-secret" }, "appToken"],
    [{ signingSecret: "not-secret" }, "signingSecret"],
    [{ appToken: "xapp-1-secret", apiUrl: "ftp://slack.example" }, "apiUrl"],
  ] as const) {
    const parse = () => parseConfig(slackWith(fields), "file");
    expect(parse).toThrow(`notifications.slack.${field} in file`);
    expect(parse).not.toThrow(/-secret/);
  }
});
