const paths = {
  chat: "M4 4.5h12v8.5h-6l-3.5 3v-3H4Z",
  inbox: "M3.5 11 5.5 4.5h9l2 6.5v4.5h-13ZM3.5 11h4l1 2h3l1-2h4",
  settings: "M4 6h7M15 6h1M4 14h1M9 14h7M13 4v4M7 12v4",
  list: "M4 6h12M4 10h12M4 14h8",
  new: "M10 4.5v11M4.5 10h11",
} as const;

/** A line drawing in the colour of the text around it; what it means is said in words beside it. */
export function Icon({ name }: { readonly name: keyof typeof paths }) {
  return (
    <svg className="app-icon" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
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
