import type { files as english } from "../en/files.ts";

/** What attached files say, in Japanese. */
export const files = {
  "files.attach": "ファイルを添付",
  "files.list": "添付ファイル",
  "files.remove": "{name} を削除",
  "files.uploading": "アップロード中…",
  "files.waiting": "接続を待っています",
  "files.unsupported": "{name} は添付できません。{size} MB までの画像、PDF、テキストファイルに対応しています。",
  "files.too-many": "{name} は添付されませんでした。添付できるのは10個までです。",
  "files.refused": "{name} を添付できませんでした：{problem}",
  "files.wait": "ファイルをまだアップロードしています。少し待ってからもう一度送信してください。",
  "files.download": "{name} をダウンロード",
  "files.gone": "利用できなくなりました",
} as const satisfies Record<keyof typeof english, string>;
