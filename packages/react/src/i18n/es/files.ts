import type { files as english } from "../en/files.ts";

/** What attached files say, in Spanish. */
export const files = {
  "files.attach": "Adjuntar archivos",
  "files.list": "Archivos adjuntos",
  "files.remove": "Quitar {name}",
  "files.uploading": "Subiendo…",
  "files.waiting": "Espera una conexión",
  "files.unsupported": "No se puede adjuntar {name}. Se admiten imágenes, PDF y archivos de texto de hasta {size} MB.",
  "files.too-many": "{name} no se adjuntó: el máximo son diez archivos.",
  "files.refused": "No se pudo adjuntar {name}: {problem}",
  "files.wait": "Los archivos aún se están subiendo. Envía de nuevo en un momento.",
  "files.download": "Descargar {name}",
  "files.gone": "Ya no está disponible",
} as const satisfies Record<keyof typeof english, string>;
