import type { files as english } from "../en/files.ts";

/** What attached files say, in Chinese. */
export const files = {
  "files.attach": "添加附件",
  "files.list": "附件",
  "files.remove": "移除 {name}",
  "files.uploading": "正在上传…",
  "files.waiting": "等待连接",
  "files.unsupported": "无法添加 {name}。支持不超过 {size} MB 的图片、PDF 和文本文件。",
  "files.too-many": "未添加 {name}：最多十个文件。",
  "files.refused": "无法添加 {name}：{problem}",
  "files.wait": "文件仍在上传，请稍后再发送。",
  "files.download": "下载 {name}",
  "files.gone": "已不可用",
} as const satisfies Record<keyof typeof english, string>;
