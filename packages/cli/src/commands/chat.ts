import type { Command } from "commander";
import { connect, orThrow } from "../terminal/connect.ts";
import { CommandError, exitCodes } from "../terminal/exit-code.ts";
import { safeLine } from "../terminal/text/safe-text.ts";
import { surroundings, type TerminalCommandFlags, withTerminalOptions } from "./terminal-options.ts";

type Flags = TerminalCommandFlags & { readonly conversation?: string };

export function addChatCommand(program: Command): void {
  const command = program
    .command("chat")
    .description("talk with an agent, and answer its questions")
    .argument("<agent>", "the name of the agent")
    .argument("[message]", "the first message; else it is read")
    .option("--conversation <id>", "continue this conversation");
  withTerminalOptions(command).action(async (agent: string, message: string | undefined, flags: Flags) => {
    const { connection, terminal } = surroundings(flags);
    const { client } = await connect(connection, "answer");
    const { items } = orThrow(await client.agents(), connection.url);
    if (!items.some(({ name }) => name === agent))
      throw new CommandError(
        `no agent is named ${JSON.stringify(agent)}`,
        `There are: ${items.map(({ name }) => safeLine(name)).join(", ") || "none"}.`,
        exitCodes.usage,
      );
    const { runChat } = await import("../terminal/chat/run-chat.ts");
    await runChat(client, { agent, terminal, conversationId: flags.conversation, message });
  });
}
