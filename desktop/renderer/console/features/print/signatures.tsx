import { useTranslate } from "../../lib/language.ts";
import styles from "./sheet.module.css";

/** Below a sheet: lines for who checked it, and when. */
export function Signatures() {
  const t = useTranslate();
  return (
    <div className={styles.signature}>
      <p className={styles.line}>{t("console.print.checkedBy")}</p>
      <p className={styles.line}>{t("console.print.checkedAt")}</p>
    </div>
  );
}
