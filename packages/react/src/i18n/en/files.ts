/** What attached files say. */
export const files = {
  "files.attach": "Attach files",
  "files.list": "Attached files",
  "files.remove": "Remove {name}",
  "files.uploading": "Uploading…",
  "files.waiting": "Waits for a connection",
  "files.unsupported": "{name} cannot be attached. Images, PDF and text files up to {size} MB are supported.",
  "files.too-many": "{name} was not attached: ten files are the most.",
  "files.refused": "{name} could not be attached: {problem}",
  "files.wait": "The files are still being uploaded. Send again in a moment.",
  "files.download": "Download {name}",
  "files.gone": "No longer available",
} as const;
