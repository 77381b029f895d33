import { encode } from "uqr";
import styles from "./qr-code.module.css";

interface Props {
  readonly text: string;
  /** Description of the target. */
  readonly label: string;
}

/** Dark on white in both colour schemes: not every camera reads inverted codes. */
export function QrCode({ text, label }: Props) {
  const { data, size } = encode(text, { ecc: "M", border: 2 });
  const path = data
    .flatMap((line, y) => line.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join("");
  return (
    <svg
      aria-label={label}
      className={styles.qr}
      role="img"
      shapeRendering="crispEdges"
      viewBox={`0 0 ${size} ${size}`}
    >
      <rect className={styles.background} height={size} width={size} />
      <path d={path} />
    </svg>
  );
}
