import type * as wire from "@askback/core/wire";
import type { Command } from "commander";
import { orThrow } from "../terminal/connect.ts";
import { CommandError, exitCodes } from "../terminal/exit-code.ts";
import { readDuration } from "../terminal/text/duration.ts";
import { safeLine } from "../terminal/text/safe-text.ts";
import { type AdminFlags, connectAdmin, printTable, withAdminOptions } from "./admin-options.ts";

interface CreateFlags extends AdminFlags {
  readonly scope: readonly wire.ApiKey["scopes"][number][];
  readonly expires?: string;
}

const dayMs = 24 * 3600 * 1000;

export function addKeysCommand(program: Command): void {
  const keys = program.command("keys").description("list, create and revoke the stored keys of a project");

  withAdminOptions(keys.command("list", { isDefault: true }).description("list the keys, newest first")).action(
    async (flags: AdminFlags) => {
      const { client } = await connectAdmin(flags);
      const { items } = orThrow(await client.keys.list());
      if (flags.json) return void process.stdout.write(`${JSON.stringify(items, null, 2)}\n`);
      printTable(
        ["id", "name", "scopes", "last used", "expires"],
        items.map(({ id, name, scopes, lastUsedAt, expiresAt }) => [
          id,
          safeLine(name),
          scopes.join(","),
          lastUsedAt?.slice(0, 16) ?? "never",
          expiresAt?.slice(0, 10) ?? "never",
        ]),
      );
    },
  );

  withAdminOptions(keys.command("create <name>").description("create a key and print it, this once"))
    .option(
      "--scope <scope...>",
      "what it may do: ask, answer, read, metrics, admin, tokens, tokens:members, tokens:groups",
      ["ask"],
    )
    .option("--expires <duration>", "when it ends, such as 90d; never unless given")
    .addHelpText("after", "\nKeys with one name are one caller: create the new one before you revoke the old one.\n")
    .action(async (name: string, { scope, expires, ...flags }: CreateFlags) => {
      const { client } = await connectAdmin(flags);
      const expiresInDays = expires === undefined ? undefined : daysIn(expires);
      const body = { name, scopes: [...scope], ...(expiresInDays !== undefined && { expiresInDays }) };
      const created = orThrow(await client.keys.create(body));
      process.stdout.write(flags.json ? `${JSON.stringify(created, null, 2)}\n` : `${created.key}\n`);
    });

  withAdminOptions(keys.command("revoke <id>").description("revoke a key, at once")).action(
    async (id: string, flags: AdminFlags) => {
      const { client } = await connectAdmin(flags);
      orThrow(await client.keys.revoke(id));
    },
  );
}

function daysIn(text: string): number {
  const days = readDuration(text, "--expires") / dayMs;
  if (Number.isInteger(days)) return days;
  throw new CommandError(
    `--expires (flag) = "${text}" is not a number of days`,
    "Use whole days, such as 30d.",
    exitCodes.usage,
  );
}
