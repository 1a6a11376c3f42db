import { createToken } from "../../../packages/server/src/http/access/secret-token.ts";
import { type CallOptions, type TestApp, tea } from "../../../packages/server/src/http/testing/test-app.ts";
import { standingAudit, standingRecord } from "../../../packages/server/src/store/testing/standing-answers.contract.ts";
import { agentFor, audience } from "./callers.ts";
import type { Target } from "./route-targets.ts";
import type { TestedRoute } from "./routes.ts";

type AskedTarget = Omit<Target, "sent"> & { readonly sent?: CallOptions };

const question = () => ({ question: `Tea or coffee, ${createToken().hash}?`, options: ["Tea", "Coffee"] });
const approval = { approval: { tool: "deploy", input: {}, singleUse: true } };

/** What a program that runs elsewhere asked, for a route about such an inquiry; undefined for any other route. */
export async function askedTarget(
  server: TestApp,
  { name, path }: TestedRoute,
  caller: string,
): Promise<AskedTarget | undefined> {
  const { store, clock } = server;
  const ask = async (body: object) => {
    const whose = agentFor(caller) === "guarded" ? { audience } : {};
    const { body: asked } = await server.call("POST", "/v1/inquiries", { as: "agent", body: { ...body, ...whose } });
    return asked.id as string;
  };
  const answer = async (id: string, body: object) => {
    const headers = await server.cookieOf("per_owner");
    await server.call("POST", `/v1/inquiries/${id}/answer`, { as: "nobody", headers, body });
    return id;
  };
  const about = (id: string): AskedTarget => ({
    path: path.replace("{id}", id),
    inquiryId: id,
    state: async () => [await store.inquiry(id), await store.reply(claimOf(id))],
  });

  switch (name) {
    case "PATCH /v1/inquiries/{id}":
      return about(await ask(question()));
    case "POST /v1/inquiries/{id}/extend":
      return about(await ask({ ...question(), deadline: new Date(clock.now() + 60_000).toISOString() }));
    case "POST /v1/inquiries/{id}/claim":
      return about(await answer(await ask(question()), tea));
    case "POST /v1/inquiries/{id}/start-call":
      return about(await answer(await ask(approval), tea));
    case "POST /v1/inquiries/{id}/finish-call": {
      const id = await answer(await ask(approval), tea);
      await server.call("POST", `/v1/inquiries/${id}/start-call`, { as: "agent", body: {} });
      return about(id);
    }
    case "POST /v1/secrets/{handle}": {
      const id = await ask({ question: "Which key?", secret: true });
      await answer(id, { answers: [{ question: "q1", text: "Blackbird" }] });
      const resolution = (await store.inquiry(id))?.resolution;
      const [given] = resolution?.type === "answered" ? resolution.answers : [];
      const handle = given && "secret" in given ? given.secret : "";
      return { ...about(id), path: path.replace("{handle}", handle ?? "") };
    }
    case "POST /v1/standing-answers": {
      const inquiry = await answer(await ask(question()), tea);
      const made = async () => (await store.standing.list("default")).filter((one) => one.inquiryId === inquiry);
      return { path, sent: { body: { inquiry } }, state: made };
    }
    case "DELETE /v1/standing-answers/{id}": {
      const id = `sta_${createToken().hash}`;
      await store.standing.make({ ...standingRecord, id, fingerprint: id }, standingAudit("standing-made"));
      return { path: path.replace("{id}", id), state: () => store.standing.find(id) };
    }
    default:
      return undefined;
  }
}

/** Where the claim of the program that asked is stored. */
function claimOf(inquiryId: string) {
  return { principal: JSON.stringify(["default", "agent"]), route: "claim", key: inquiryId } as const;
}
