import {
  asked,
  type Check,
  expectAnswer,
  expectEnding,
  expectOpen,
  expectThat,
  newKey,
  question,
  yes,
} from "./check.ts";

const ends = ["declined", "dismissed", "withdrawn"] as const;

/** The checks of what is not an answer, of changes and of who goes on. A server that has no such thing says so. */
export const endings: readonly Check[] = [
  ...ends.map(
    (ending): Check => ({
      name: `a question that is ${ending} has ended so, and takes no answer`,
      async run(server) {
        if (!server.end) return "the server ends questions by answers alone";
        const id = await asked(server);
        expectThat(await server.end(id, ending), `it could not be ${ending}`);
        expectThat(!(await server.answer(id, yes)), "an answer was accepted afterwards");
        await expectEnding(server, id, ending);
        return undefined;
      },
    }),
  ),
  {
    name: "a question whose deadline has passed is expired, has no answer and takes none",
    async run(server) {
      if (!server.askUntilExpired) return "the server has no deadlines";
      const id = await server.askUntilExpired(question());
      expectThat(!(await server.answer(id, yes)), "an answer was accepted afterwards");
      await expectEnding(server, id, "expired");
      return undefined;
    },
  },
  {
    name: "an answer to a question as it was before it was amended is refused",
    async run(server) {
      if (!server.amend || !server.answerAsItWas) return "the server amends no questions";
      const id = await asked(server);
      await server.amend(id, [yes, "Later"]);
      expectThat(!(await server.answerAsItWas(id, yes)), "an answer to the earlier question was accepted");
      await expectOpen(server, id);
      expectThat(await server.answer(id, "Later"), "an answer to the amended question was refused");
      await expectAnswer(server, id, "Later");
      return undefined;
    },
  },
  {
    name: "the state of a question comes back to its asker, and nobody else reads it",
    async run(server) {
      if (!server.readState) return "the server keeps no state";
      const secret = newKey();
      const { asAgent, asPerson } = await server.readState(await asked(server, newKey(), { secret }));
      expectThat(JSON.stringify(asAgent) === JSON.stringify({ secret }), "the asker did not get its state back");
      expectThat(!JSON.stringify(asPerson ?? null).includes(secret), "a person read the state of the asker");
      return undefined;
    },
  },
  {
    name: "of two attempts that claim a resolution one goes on, and the same one again",
    async run(server) {
      if (!server.claim) return "the server has no claims";
      const { claim } = server;
      const id = await asked(server);
      await server.answer(id, yes);
      const claimed = await Promise.all(["a", "b"].map((claimant) => claim(id, claimant)));
      expectThat(claimed.filter(Boolean).length === 1, `${claimed.filter(Boolean).length} of two attempts go on`);
      expectThat(await claim(id, claimed[0] ? "a" : "b"), "the attempt that goes on could not claim again");
      return undefined;
    },
  },
];
