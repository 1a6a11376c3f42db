const paths = {
  attach: "m16.5 9.5-6.4 6.4a4 4 0 0 1-5.7-5.7l6.6-6.6a2.7 2.7 0 0 1 3.8 3.8l-6.5 6.5a1.3 1.3 0 0 1-1.9-1.9l5.9-5.9",
  back: "M12.5 4.5 7 10l5.5 5.5",
  bell: "M10 3a4.5 4.5 0 0 0-4.5 4.5c0 4-1.5 5-1.5 5h12s-1.5-1-1.5-5A4.5 4.5 0 0 0 10 3Zm-1.5 12.5a1.6 1.6 0 0 0 3 0",
  closed: "m5.5 5.5 9 9m0-9-9 9",
  copy: "M7.5 7.5V4.5h8v8h-3M4.5 7.5h8v8h-8Z",
  clock: "M10 3.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Zm0 3V10l2.5 1.5",
  details: "M3.5 4.5h13v11h-13ZM12 4.5v11",
  down: "m5 8 5 5 5-5",
  draft: "M12.8 4.2 15.8 7.2 7.5 15.5 4 16l.5-3.5Z",
  done: "m4.5 10.5 3.5 3.5 7.5-8",
  fork: "M6 7.5v5M6 7.5a1.75 1.75 0 1 0 0-3.5 1.75 1.75 0 0 0 0 3.5Zm0 5a1.75 1.75 0 1 0 0 3.5 1.75 1.75 0 0 0 0-3.5Zm8-5a1.75 1.75 0 1 0 0-3.5 1.75 1.75 0 0 0 0 3.5Zm0 0c0 3-3 3-8 4",
  file: "M6 3.5h5.5L15 7v9.5H6ZM11.5 3.5V7H15",
  inbox: "M3.5 11 5.5 4.5h9l2 6.5v4.5h-13ZM3.5 11h4l1 2h3l1-2h4",
  insight: "M4 16h12M5.5 13V9.5M10 13V4.5M14.5 13V7.5",
  keys: "M3 6h14v8.5H3ZM6 9h.01M9 9h.01M12 9h.01M14.5 9h.01M7 12h6",
  link: "M8.5 11.5a2.8 2.8 0 0 0 4 0l2.7-2.7a2.8 2.8 0 0 0-4-4l-.9.9M11.5 8.5a2.8 2.8 0 0 0-4 0l-2.7 2.7a2.8 2.8 0 0 0 4 4l.9-.9",
  menu: "M4 6h12M4 10h12M4 14h12",
  new: "M10 4.5v11M4.5 10h11",
  offline: "m4 4 12 12M6.5 8.2A3.4 3.4 0 0 0 6 15h8.5M9 5.6a4.5 4.5 0 0 1 5.4 3.9A2.8 2.8 0 0 1 16.6 14",
  open: "M8.5 4.5h-4v11h11v-4M11.5 4.5h4v4M15.5 4.5 9.5 10.5",
  person: "M10 3.5a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM4 16.5c.6-3 3-4.5 6-4.5s5.4 1.5 6 4.5",
  quote: "M4.5 6h11M8.5 10h7M8.5 14h7M4.5 10v4",
  search: "M9 4a5 5 0 1 0 0 10A5 5 0 0 0 9 4Zm3.7 8.7 3.3 3.3",
  send: "M10 15.5v-11M5.5 9 10 4.5 14.5 9",
  settings: "M4 6h7M15 6h1M4 14h1M9 14h7M13 4v4M7 12v4",
  shield: "M10 3 4.5 5v4.5c0 3.5 2.3 6 5.5 7.5 3.2-1.5 5.5-4 5.5-7.5V5ZM10 7v3.5M10 13h.01",
  stop: "M5.5 5.5h9v9h-9Z",
  up: "m5 12 5-5 5 5",
  snooze: "M15.5 12A6 6 0 0 1 8 4.5a6 6 0 1 0 7.5 7.5Z",
} as const;

/** A line icon in the colour of the text. It is hidden from screen readers, so a text must stand beside it. */
export function Icon({ name }: { readonly name: keyof typeof paths }) {
  return (
    <svg className="ask-line-icon" data-icon={name} viewBox="0 0 20 20" width="16" height="16" aria-hidden="true">
      <path
        d={paths[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
