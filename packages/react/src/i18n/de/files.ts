import type { files as english } from "../en/files.ts";

/** What attached files say, in German. */
export const files = {
  "files.attach": "Dateien anhängen",
  "files.list": "Angehängte Dateien",
  "files.remove": "{name} entfernen",
  "files.uploading": "Wird hochgeladen …",
  "files.waiting": "Wartet auf eine Verbindung",
  "files.unsupported":
    "{name} kann nicht angehängt werden. Unterstützt werden Bilder, PDF- und Textdateien bis {size} MB.",
  "files.too-many": "{name} wurde nicht angehängt: Höchstens zehn Dateien sind möglich.",
  "files.refused": "{name} konnte nicht angehängt werden: {problem}",
  "files.wait": "Die Dateien werden noch hochgeladen. Senden Sie gleich noch einmal.",
  "files.download": "{name} herunterladen",
  "files.gone": "Nicht mehr verfügbar",
} as const satisfies Record<keyof typeof english, string>;
