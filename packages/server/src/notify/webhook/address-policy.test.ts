import { expect, test } from "vitest";
import { createAddressPolicy } from "./address-policy.ts";

const privateHosts = [
  "localhost",
  "hooks.localhost.",
  "127.0.0.1",
  "127.1",
  "0x7f000001",
  "2130706433",
  "0.0.0.0",
  "10.1.2.3",
  "100.64.0.1",
  "169.254.169.254",
  "172.31.255.255",
  "192.168.0.1",
  "198.18.0.1",
  "224.0.0.1",
  "255.255.255.255",
  "[::1]",
  "[::]",
  "[::ffff:127.0.0.1]",
  "[::ffff:a9fe:a9fe]",
  "[::127.0.0.1]",
  "[64:ff9b::7f00:1]",
  "[2002:7f00:1::]",
  "[fc00::1]",
  "[fd00:ec2::254]",
  "[fe80::1]",
  "[ff02::1]",
  "[::ffff:0:7f00:1]",
  "[5f00::1]",
];

test.each(privateHosts)("[WEBHOOK-7] %s is refused unless the config allows it", (host) => {
  const url = `https://${host}/hook`;
  expect(createAddressPolicy().misfit(url)).toBe("must not be an address of a private network");
  expect(createAddressPolicy(["10.9.9.9"]).misfit(url)).toBeDefined();
  expect(createAddressPolicy(true).misfit(url)).toBeUndefined();
});

test.each([
  "https://example.com/",
  "https://8.8.8.8/",
  "https://[2606:4700::1111]:8443/x",
  "https://[::ffff:8.8.8.8]/",
])("[WEBHOOK-7] %s is a public address", (url) => {
  expect(createAddressPolicy().misfit(url)).toBeUndefined();
});

test("[WEBHOOK-7] an address without TLS, with a password, with control characters or of another protocol is refused", () => {
  const policy = createAddressPolicy(["hooks.internal", "::1"]);
  expect(policy.misfit("http://example.com/")).toBe("must begin with https://");
  expect(policy.misfit("https://me:secret@example.com/")).toMatch(/password/);
  expect(policy.misfit("https://example.com/\0")).toMatch(/control characters/);
  expect(policy.misfit("https://exam\nple.com/")).toMatch(/control characters/);
  expect(policy.misfit("ftp://hooks.internal/")).toMatch(/https/);
  expect(policy.misfit("file:///etc/passwd")).toMatch(/https/);
  expect(policy.misfit("http://hooks.internal/")).toBeUndefined();
  expect(policy.misfit("http://[::1]:4200/")).toBeUndefined();
});
