const paths = {
  back: "M12.5 4.5 7 10l5.5 5.5",
  bell: "M10 3a4.5 4.5 0 0 0-4.5 4.5c0 4-1.5 5-1.5 5h12s-1.5-1-1.5-5A4.5 4.5 0 0 0 10 3Zm-1.5 12.5a1.6 1.6 0 0 0 3 0",
  closed: "m5.5 5.5 9 9m0-9-9 9",
  clock: "M10 3.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Zm0 3V10l2.5 1.5",
  draft: "M12.8 4.2 15.8 7.2 7.5 15.5 4 16l.5-3.5Z",
  done: "m4.5 10.5 3.5 3.5 7.5-8",
  inbox: "M3.5 11 5.5 4.5h9l2 6.5v4.5h-13ZM3.5 11h4l1 2h3l1-2h4",
  keys: "M3 6h14v8.5H3ZM6 9h.01M9 9h.01M12 9h.01M14.5 9h.01M7 12h6",
  shield: "M10 3 4.5 5v4.5c0 3.5 2.3 6 5.5 7.5 3.2-1.5 5.5-4 5.5-7.5V5ZM10 7v3.5M10 13h.01",
  snooze: "M15.5 12A6 6 0 0 1 8 4.5a6 6 0 1 0 7.5 7.5Z",
} as const;

/** A line drawing in the colour of the text around it; what it means is said in words beside it. */
export function InboxIcon({ name }: { readonly name: keyof typeof paths }) {
  return (
    <svg className="ask-inbox-icon" data-icon={name} viewBox="0 0 20 20" width="16" height="16" aria-hidden="true">
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
