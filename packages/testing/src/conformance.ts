import { asked, type Check, expectAnswer, expectOpen, expectThat, newKey, no, yes } from "./check.ts";
import { endings } from "./conformance-endings.ts";

/** The checks, for any test runner: `for (const { name, run } of conformance) test(name, () => run(server))`. */
export const conformance: readonly Check[] = [
  {
    name: "an answer given twice counts once, and another one does not replace it",
    async run(server): Promise<undefined> {
      const id = await asked(server);
      expectThat(await server.answer(id, yes), "the first answer was refused");
      await server.answer(id, yes);
      expectThat(!(await server.answer(id, no)), "a second, other answer was accepted");
      await expectAnswer(server, id, yes);
    },
  },
  {
    name: "of two answers at the same moment one wins",
    async run(server): Promise<undefined> {
      const id = await asked(server);
      const accepted = await Promise.all([server.answer(id, yes), server.answer(id, no)]);
      expectThat(
        accepted.filter(Boolean).length === 1,
        `${accepted.filter(Boolean).length} of two answers were accepted`,
      );
      await expectAnswer(server, id, accepted[0] ? yes : no);
    },
  },
  {
    name: "asked again under its key, a question is the same one, also when it is answered",
    async run(server): Promise<undefined> {
      const key = newKey();
      const id = await asked(server, key);
      expectThat((await asked(server, key)) === id, "an open question was asked twice");
      await server.answer(id, yes);
      expectThat((await asked(server, key)) === id, "an answered question was asked anew");
      await expectAnswer(server, id, yes);
    },
  },
  {
    name: "a changed handle, an option that was not offered and an answer of the agent itself change nothing",
    async run(server): Promise<undefined> {
      const id = await asked(server);
      const changed = await server.answer(`${id}x`, yes).catch(() => false);
      expectThat(!changed, "an answer to a changed handle was accepted");
      expectThat(!(await server.answerUnoffered(id)), "an option that was not offered was accepted");
      expectThat(!(await server.answerAsAgent(id, yes)), "the agent answered its own question");
      await expectOpen(server, id);
    },
  },
  {
    name: "two questions at once are both kept, and each has its own answer",
    async run(server): Promise<undefined> {
      const [first, second] = await Promise.all([asked(server), asked(server)]);
      expectThat(first !== second, "two questions have one handle");
      await server.answer(second, no);
      await expectOpen(server, first);
      await server.answer(first, yes);
      await expectAnswer(server, first, yes);
      await expectAnswer(server, second, no);
    },
  },
  {
    name: "a question without an answer stays open, and an empty answer is none",
    async run(server): Promise<undefined> {
      const id = await asked(server);
      expectThat(!(await server.answerNothing(id)), "an empty answer was accepted");
      await expectOpen(server, id);
    },
  },
  {
    name: "a question and its key survive a restart before the answer, and the answer one after it",
    async run(server) {
      if (!server.restart) return "the server cannot be restarted from here";
      const key = newKey();
      const id = await asked(server, key);
      await server.restart();
      await expectOpen(server, id);
      expectThat((await asked(server, key)) === id, "after a restart the question was asked anew");
      expectThat(await server.answer(id, yes), "after a restart the answer was refused");
      await server.restart();
      await expectAnswer(server, id, yes);
      return undefined;
    },
  },
  ...endings,
];
