import { encode } from "uqr";
import { useTranslate } from "../../lib/language.ts";
import styles from "./lookup.module.css";

/** A reservation number as QR code for the desk's scanner, and as text. */
export function PassCode({ reserveNo }: { readonly reserveNo: string }) {
  const t = useTranslate();
  const { data, size } = encode(reserveNo, { ecc: "M", border: 2 });
  const path = data
    .flatMap((line, y) => line.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join("");
  return (
    <>
      <svg
        aria-label={t("visitor.result.qrImage", { reserveNo })}
        role="img"
        shapeRendering="crispEdges"
        viewBox={`0 0 ${size} ${size}`}
      >
        <path d={path} />
      </svg>
      <p className={`${styles.passNumber} tabular`}>{reserveNo}</p>
    </>
  );
}
