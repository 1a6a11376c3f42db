import type { files as english } from "../en/files.ts";

/** What attached files say, in French. */
export const files = {
  "files.attach": "Joindre des fichiers",
  "files.list": "Fichiers joints",
  "files.remove": "Retirer {name}",
  "files.uploading": "Envoi du fichier…",
  "files.waiting": "Attend une connexion",
  "files.unsupported":
    "{name} ne peut pas être joint. Les images, les PDF et les fichiers texte jusqu’à {size} Mo sont acceptés.",
  "files.too-many": "{name} n’a pas été joint : dix fichiers au maximum.",
  "files.refused": "{name} n’a pas pu être joint : {problem}",
  "files.wait": "Les fichiers sont encore en cours d’envoi. Envoyez à nouveau dans un instant.",
  "files.download": "Télécharger {name}",
  "files.gone": "N’est plus disponible",
} as const satisfies Record<keyof typeof english, string>;
