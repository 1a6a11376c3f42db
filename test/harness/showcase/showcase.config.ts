import { createScriptedModel, defineTool, demo } from "@askback/server";
import { defineConfig } from "askback";
import * as z from "zod";

/** More settings than a screen has lines. */
const settings = Object.fromEntries(Array.from({ length: 180 }, (_, i) => [`SETTING_${i}`, `value of setting ${i}`]));

/** Must be allowed, and does nothing. */
const deploy = defineTool({
  name: "deploy",
  description: "Deploys a version. Nothing leaves this machine.",
  input: z.object({ cluster: z.string(), image: z.string(), env: z.record(z.string(), z.string()) }),
  present: { title: ({ cluster }) => `Run deploy on ${cluster}?` },
  run: ({ cluster }) => `Deployed to ${cluster}, on paper.`,
});

/** The demo agents, and agents for states that those do not reach. */
export default defineConfig({
  tools: [...demo.tools, deploy],
  agents: [
    ...demo.agents,
    {
      name: "deployer",
      title: "Deployer",
      description: "Deploys a version when you allow it.",
      instructions: "Deploy what is ready.",
      tools: ["deploy"],
      approve: ["deploy"],
      model: createScriptedModel("deployer", () => ({
        text: "Everything is built and tested. Shall I?",
        calls: [
          {
            name: "deploy",
            input: { cluster: "prod-eu-1", image: "registry.example.org/team/service:4.2", env: settings },
          },
        ],
      })),
    },
    {
      name: "thinker",
      title: "Note taker",
      description: "Sums up what was said.",
      instructions: "Think.",
      model: createScriptedModel("thinker", () => new Promise(() => {})),
    },
    {
      name: "unlucky",
      title: "Shopper",
      description: "Compares what you want to buy.",
      instructions: "Fail.",
      model: createScriptedModel("unlucky", () => Promise.reject(new Error("The model refused the request."))),
      retry: { attempts: 1 },
    },
    {
      name: "mukhattit",
      title: "مخطِّط",
      description: "يخطّط رحلة قصيرة بعد سؤال واحد.",
      instructions: "Plan a trip.",
      model: createScriptedModel("mukhattit", () => ({
        text: "فكرة جميلة! لديّ سؤال واحد قبل أن أبدأ التخطيط.",
        calls: [
          {
            name: "ask_user_question",
            input: {
              questions: [
                {
                  header: "الوجهة",
                  question: "إلى أين تودّ السفر في عطلة نهاية الأسبوع؟",
                  options: [
                    { label: "الساحل", description: "ساعتان بالقطار، وفندق صغير يطلّ على البحر" },
                    { label: "الجبال", description: "هواء نقيّ ومسارات مشي سهلة" },
                    { label: "المدينة القديمة", description: "متاحف وأسواق ومطاعم قريبة" },
                  ],
                },
              ],
            },
          },
        ],
      })),
    },
  ],
});
