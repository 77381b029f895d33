import { encode } from "uqr";

interface Props {
  readonly text: string;
  readonly label: string;
}

/** A QR code, black on white whatever the colours of the screen. */
export function QrCode({ text, label }: Props) {
  const { size, data } = encode(text, { ecc: "M", border: 2 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return (
    <svg aria-label={label} role="img" shapeRendering="crispEdges" viewBox={`0 0 ${size} ${size}`}>
      <rect fill="#fff" height={size} width={size} />
      <path d={path} fill="#000" />
    </svg>
  );
}
