import type { who as english } from "../en/who.ts";

/** What a card says about who may answer, and about secrets, in Chinese. */
export const who = {
  "who.only": "只有{names}可以回答。",
  "who.group": "群组“{group}”",
  "who.agreed": "{names}已同意：{needed} 人中的 {given} 人。",
  "who.taken": "{person}正在回答。",
  "secret.field": "机密",
  "secret.about": "内容会被封存：{agent} 只会得到一个句柄，这里没有人能看到内容。",
  "secret.send": "封存并发送",
  "secret.failed": "无法发送：{problem}。",
} as const satisfies Record<keyof typeof english, string>;
