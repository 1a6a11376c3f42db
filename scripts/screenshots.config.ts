import { createScriptedModel, demo } from "@askback/server";
import { defineConfig } from "askback";

/** The demo agents, and one that speaks Arabic. */
export default defineConfig({
  tools: [...demo.tools],
  agents: [
    ...demo.agents,
    {
      name: "mukhattit",
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
