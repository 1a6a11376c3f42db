import * as restate from "@restatedev/restate-sdk";
import * as clients from "@restatedev/restate-sdk-clients";
import { type Answer, ask, receiveAnswers } from "./askback.ts";

const { RESTATE_INGRESS: url = "http://127.0.0.1:8080", PORT = "9080" } = process.env;

const release = restate.workflow({
  name: "release",
  handlers: {
    async run(ctx: restate.WorkflowContext, version: string): Promise<string> {
      // A replay gets the same id.
      const { id, promise } = ctx.awakeable<Answer>();
      const question = `Deploy ${version}?`;
      const step = { host: "restate", run: ctx.key, step: "deploy", token: id };
      await ctx.run("ask", () => ask({ ...step, question, options: ["Not yet", "Deploy"] }));
      // The run is suspended here: it needs neither this process nor a connection.
      const answer = await promise;
      if (answer.text !== "Deploy") return `not deployed: ${answer.type}`;
      await ctx.run("deploy", async () => console.log(`deployed ${version}`));
      return "deployed";
    },
  },
});

await restate.serve({ services: [release], port: Number(PORT) });

// An awakeable that is resolved stays as it is, so a repeated webhook changes nothing.
const ingress = clients.connect({ url });
receiveAnswers((token, answer) => ingress.resolveAwakeable(token, answer));
