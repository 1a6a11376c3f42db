import type * as wire from "@askback/core/wire";
import type { Command } from "commander";
import { orThrow } from "../terminal/connect.ts";
import { safeLine } from "../terminal/text/safe-text.ts";
import { type AdminFlags, connectAdmin, printTable, withAdminOptions } from "./admin-options.ts";

interface NewMemberFlags extends AdminFlags {
  readonly role: wire.Member["role"];
  readonly group?: readonly string[];
  readonly email?: string;
}

export function addPeopleCommand(program: Command): void {
  const people = program.command("people").description("list, invite and remove the people of a project");

  withAdminOptions(people.command("list", { isDefault: true }).description("list the members")).action(
    async (flags: AdminFlags) => {
      const { client } = await connectAdmin(flags);
      const { items } = orThrow(await client.members.list());
      if (flags.json) return void process.stdout.write(`${JSON.stringify(items, null, 2)}\n`);
      printTable(
        ["id", "name", "role", "groups", "email"],
        items.map(({ id, name, role, groups, email = "", isDisabled }) => [
          id,
          safeLine(name),
          isDisabled ? `${role}, disabled` : role,
          groups.map(safeLine).join(","),
          safeLine(email),
        ]),
      );
    },
  );

  withNewMember(
    people.command("invite").description("print a link by which one person joins, within seven days"),
  ).action(async ({ role, group = [], email, ...flags }: NewMemberFlags) => {
    const { client } = await connectAdmin(flags);
    const body = { role, groups: [...group], ...(email !== undefined && { email }) };
    print(flags, orThrow(await client.invitations.create(body)));
  });

  withNewMember(people.command("add <name>").description("add a new person, and print their id")).action(
    async (name: string, { role, group = [], email, ...flags }: NewMemberFlags) => {
      const { client } = await connectAdmin(flags);
      const body = { name, role, groups: [...group], ...(email !== undefined && { email }) };
      const added = orThrow(await client.members.add(body));
      process.stdout.write(flags.json ? `${JSON.stringify(added, null, 2)}\n` : `${added.id}\n`);
    },
  );

  withAdminOptions(people.command("link <id>").description("print a link that signs the person in, once")).action(
    async (person: string, flags: AdminFlags) => {
      const { client } = await connectAdmin(flags);
      print(flags, orThrow(await client.signInLinks.create({ person })));
    },
  );

  withAdminOptions(
    people.command("role <id> <role>").description("make somebody an owner, a member or a viewer"),
  ).action(async (id: string, role: wire.Member["role"], flags: AdminFlags) => {
    const { client } = await connectAdmin(flags);
    orThrow(await client.members.change(id, { role }));
  });

  withAdminOptions(people.command("remove <id>").description("remove somebody from the project, at once")).action(
    async (id: string, flags: AdminFlags) => {
      const { client } = await connectAdmin(flags);
      orThrow(await client.members.remove(id));
    },
  );

  for (const [name, isDisabled, description] of [
    ["disable", true, "sign somebody out everywhere, and let nobody sign in as them"],
    ["enable", false, "let somebody sign in again"],
  ] as const)
    withAdminOptions(people.command(`${name} <id>`).description(description)).action(
      async (id: string, flags: AdminFlags) => {
        const { client } = await connectAdmin(flags);
        orThrow(await client.members.change(id, { isDisabled }));
      },
    );
}

function withNewMember(command: Command): Command {
  return withAdminOptions(command)
    .option("--role <role>", "owner, member or viewer", "member")
    .option("--group <name...>", "groups to be in")
    .option("--email <address>", "kept with the person");
}

function print(flags: AdminFlags, link: { readonly url: string }): void {
  process.stdout.write(flags.json ? `${JSON.stringify(link, null, 2)}\n` : `${link.url}\n`);
}
