import type { assignment as english } from "../en/assignment.ts";

/** What a card says about who may answer, and about secrets, in Japanese. */
export const assignment = {
  "who.only": "回答できるのは{names}だけです。",
  "who.group": "グループ「{group}」",
  "who.agreed": "{names}が同意しました。",
  "who.agreedMember": "{person}（{groups}）",
  "who.noneAgreed": "まだ誰も同意していません。",
  "who.missing": "あと必要な同意：{people}。",
  "who.missingOf": "{group}から{count}人",
  "who.missingAny": "{count}人",
  "who.tooFew":
    "同意できる人が足りないため、このままでは完了できません。オーナーはプロジェクトやグループに人を追加できます。",
  "who.retract": "同意を取り消す",
  "who.taken": "{person}が回答中です。",
  "who.assigned": "{person} に割り当て済みです。",
  "who.assign": "割り当て",
  "who.take": "自分で回答する",
  "who.release": "手放す",
  "who.nobody": "なし",
  "who.filter": "担当",
  "who.filter.all": "すべての担当",
  "who.filter.mine": "自分",
  "who.filter.unassigned": "未割り当て",
  "who.filter.others": "ほかの人を待機中",
  "who.failed": "割り当てできませんでした: {problem}。",
  "secret.field": "秘密の情報",
  "secret.about": "封印されます。{agent}に渡るのは識別子だけで、ここでは誰も読めません。",
  "secret.send": "封印して送信",
  "secret.failed": "送信できませんでした：{problem}。",
} as const satisfies Record<keyof typeof english, string>;
