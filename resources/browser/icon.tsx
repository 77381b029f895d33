/** Line icons on a 24 px grid, in the text's colour. Decorative next to text. */
const paths = {
  back: "M15 5l-7 7 7 7",
  forward: "M5 12h14M13 6l6 6-6 6",
  down: "M6 9l6 6 6-6",
  close: "M6 6l12 12M18 6L6 18",
  check: "M5 12.5l4.5 4.5L19 7.5",
  refresh: "M19.5 12a7.5 7.5 0 11-2.2-5.3L20 9.3M20 4.5v4.8h-4.8",
  search: "M11 18a7 7 0 100-14 7 7 0 000 14zM20 20l-4-4",
  globe:
    "M12 21a9 9 0 100-18 9 9 0 000 18zM3.5 9.5h17M3.5 14.5h17M12 3c2.5 2.6 3.8 5.6 3.8 9s-1.3 6.4-3.8 9c-2.5-2.6-3.8-5.6-3.8-9S9.5 5.6 12 3z",
  info: "M12 21a9 9 0 100-18 9 9 0 000 18zM12 11v5M12 7.6v.4",
  trash: "M5 7h14M10 7V4.5h4V7M7 7l.8 12.5h8.4L17 7M10.5 11v5M13.5 11v5",
  warning: "M12 4L2.8 19.5h18.4L12 4zM12 10v4.5M12 17v.2",
  copy: "M9 9h10v11H9zM15 9V5H5v11h4",
  print: "M7 9V4h10v5M7 17H4v-8h16v8h-3M7 14h10v6H7z",
  group:
    "M9 11a3.5 3.5 0 100-7 3.5 3.5 0 000 7zM2.5 20c.4-3.6 3-5.5 6.5-5.5s6.1 1.9 6.5 5.5M15.5 4.4a3.5 3.5 0 010 6.2M17.5 14.9c2.2.7 3.7 2.4 4 5.1",
  calendar: "M5 6h14v14H5zM5 10h14M9 3.5V7M15 3.5V7M12 13v4M10 15h4",
  qr: "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2.5v2.5M20 14v2M14 20h2.5M19 19h1v1",
  external: "M14 5h5v5M19 5l-8 8M11 6H5v13h13v-6",
} as const;

type IconName = keyof typeof paths;

export function Icon({ name, size = 20 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      aria-hidden="true"
      fill="none"
      focusable="false"
      height={size}
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth="1.75"
      viewBox="0 0 24 24"
      width={size}
    >
      <path d={paths[name]} />
    </svg>
  );
}
