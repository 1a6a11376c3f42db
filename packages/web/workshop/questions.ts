import type { Inquiry, Question } from "@askback/core/wire";

export const pickSeveral: Question = {
  id: "q2",
  header: "Parts",
  text: "Which parts move first?",
  multiSelect: true,
  ownWords: true,
  options: [
    { id: "o1", label: "Orders", description: "4 million rows" },
    { id: "o2", label: "Customers" },
    { id: "o3", label: "Reports", recommended: {} },
  ],
};

export const threeQuestions: Question[] = [
  {
    id: "q1",
    header: "Storage",
    text: "Which database should the service use?",
    multiSelect: false,
    ownWords: true,
    options: [
      { id: "o1", label: "Postgres", recommended: { reason: "handles many writers" } },
      { id: "o2", label: "SQLite" },
    ],
  },
  pickSeveral,
  {
    id: "q3",
    header: "Name",
    text: "What should the service be called?",
    multiSelect: false,
    ownWords: true,
    options: [],
  },
];

export function manyOptions(count: number): Question {
  return {
    id: "q1",
    header: "Region",
    text: "In which region should it run?",
    multiSelect: false,
    ownWords: true,
    options: Array.from({ length: count }, (_, index) => ({
      id: `o${index + 1}`,
      label: `Region ${index + 1}`,
      ...(index % 3 === 0 && { description: `${20 + ((index * 37) % 180)} ms away` }),
    })),
  };
}

const code = `import { createPool } from "./pool.ts";

/** One pool for the whole process. */
export const pool = createPool({ url: process.env.DATABASE_URL, size: 20 });

export async function orders(after: number): Promise<readonly Order[]> {
  return pool.query("select * from orders where id > $1 limit 50", [after]);
}`;

const diff = `--- a/service.yaml
+++ b/service.yaml
@@ -1,4 +1,4 @@
 service:
-  database: files
+  database: sqlite
   port: 8080`;

export const withPreviews: Question = {
  id: "q1",
  header: "Storage",
  text: "How should `orders` be read?",
  multiSelect: false,
  ownWords: true,
  options: [
    {
      id: "o1",
      label: "A pool",
      description: "Twenty connections, shared",
      preview: { kind: "code", language: "typescript", text: code },
    },
    { id: "o2", label: "A file", preview: { kind: "diff", text: diff } },
    {
      id: "o3",
      label: "By hand",
      preview: {
        kind: "markdown",
        text: "1. Open the **console**\n2. Run `orders --all`\n\n| Step | Minutes |\n| --- | --- |\n| Export | 12 |",
      },
    },
    {
      id: "o4",
      label: "From settings",
      preview: { kind: "json", text: '{"pool":{"size":20,"idle":"30s"},"read":["orders"]}' },
    },
    {
      id: "o5",
      label: "From a very long file",
      preview: {
        kind: "code",
        language: "python",
        text: Array.from({ length: 212 }, (_, index) => `row_${index} = read(${index})  # row ${index}`).join("\n"),
      },
    },
  ],
};

export const rightToLeft: Partial<Inquiry> = {
  agent: "المخطط",
  context: "تكتب الخدمة **ثلاثة آلاف** صف في الثانية، انظر `orders`.",
  questions: [
    {
      id: "q1",
      header: "التخزين",
      text: "ما قاعدة البيانات التي يجب أن تستخدمها الخدمة؟",
      multiSelect: false,
      ownWords: true,
      options: [
        {
          id: "o1",
          label: "Postgres",
          description: "الأفضل لكثير من الكتّاب",
          recommended: { reason: "تتحمل كتابة كثيرة" },
        },
        { id: "o2", label: "ملف واحد (SQLite)", description: "لا شيء يحتاج إلى تشغيل" },
      ],
    },
  ],
};

export const hostile: Partial<Inquiry> = {
  agent: "Plan\u202ener <b>admin</b>",
  context:
    "<script>alert(1)</script> ![pixel](https://evil.example/p.png) [bank](https://evil.example/bank.com) [run](javascript:alert(1)) <img src=x onerror=alert(1)>",
  questions: [
    {
      id: "q1",
      header: "</h2><script>",
      text: `A question with a word that is ${"very".repeat(60)} long, and **bold \u202edesrever**`,
      multiSelect: false,
      ownWords: true,
      options: [
        { id: "o1", label: "Yes\u200b\u202e oN", description: "[click](https://evil.example) <b>me</b>" },
        { id: "o2", label: "x".repeat(120), recommended: { reason: "y".repeat(80) } },
      ],
    },
  ],
};
