import type { files as english } from "../en/files.ts";

/** What attached files say, in Arabic. */
export const files = {
  "files.attach": "إرفاق ملفات",
  "files.list": "الملفات المرفقة",
  "files.remove": "إزالة {name}",
  "files.uploading": "جارٍ الرفع…",
  "files.waiting": "في انتظار الاتصال",
  "files.unsupported": "لا يمكن إرفاق {name}. الصور وملفات PDF والملفات النصية حتى {size} ميغابايت مدعومة.",
  "files.too-many": "لم يُرفق {name}: الحد الأقصى عشرة ملفات.",
  "files.refused": "تعذّر إرفاق {name}: {problem}",
  "files.wait": "ما زال رفع الملفات جاريًا. أرسل مجددًا بعد لحظات.",
  "files.download": "تنزيل {name}",
  "files.gone": "لم يعد متاحًا",
} as const satisfies Record<keyof typeof english, string>;
