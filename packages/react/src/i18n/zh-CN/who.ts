import type { who as english } from "../en/who.ts";

/** What a card says about who may answer, and about secrets, in Chinese. */
export const who = {
  "who.only": "只有{names}可以回答。",
  "who.group": "群组“{group}”",
  "who.agreed": "{names}已同意。",
  "who.agreedMember": "{person}（{groups}）",
  "who.noneAgreed": "还没有人同意。",
  "who.missing": "还需要：{people}。",
  "who.missingOf": "{group} 的 {count} 人",
  "who.missingAny": "另外 {count} 人",
  "who.taken": "{person}正在回答。",
  "who.assigned": "已分配给 {person}。",
  "who.assign": "分配",
  "who.take": "由我来回答",
  "who.release": "放弃",
  "who.nobody": "无人",
  "who.filter": "由谁负责",
  "who.filter.all": "所有人",
  "who.filter.mine": "我的",
  "who.filter.unassigned": "未分配",
  "who.filter.others": "等待他人",
  "who.failed": "无法分配：{problem}。",
  "secret.field": "机密",
  "secret.about": "内容会被封存：{agent} 只会得到一个句柄，这里没有人能看到内容。",
  "secret.send": "封存并发送",
  "secret.failed": "无法发送：{problem}。",
} as const satisfies Record<keyof typeof english, string>;
