import { fromInstant } from "#contract/dates.ts";
import { formatLongDay } from "../../lib/format.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import styles from "./sheet.module.css";
import { useSheetSource } from "./sheet-source.ts";

interface Props {
  readonly title: string;
  /** What the list is a cut of, and how many it has. */
  readonly about: string;
  /** The day it is of, "YYYY-MM-DD"; that of its reading unless given. */
  readonly day?: string | undefined;
}

/** Which site, which day, which list; who printed it, and of when it is. */
export function SheetHead({ title, about, day }: Props) {
  const t = useTranslate();
  const language = useLanguage();
  const { company, timezone, by: name, readAt, isOffline } = useSheetSource();
  const at = fromInstant(new Date(readAt), timezone);
  return (
    <header className={styles.head}>
      <div>
        <p className={styles.site}>{company[language] || t("console.frame.product")}</p>
        <h2 className={styles.title}>{title}</h2>
        <p>{about}</p>
      </div>
      {isOffline && <OfflineMark at={at} />}
      <div className={styles.made}>
        <p>{formatLongDay(day ?? at, language)}</p>
        <p>{t(isOffline ? "console.offline.by" : "console.print.by", { name, at })}</p>
      </div>
    </header>
  );
}

/** On everything that is printed without the server: in both languages, because whoever reads it did not choose one. */
export function OfflineMark({ at }: { readonly at: string }) {
  const t = useTranslate();
  return (
    <p className={styles.offline}>
      <strong>{t("console.offline.mark")}</strong>
      <span>{t("console.gone.asOf", { at })}</span>
    </p>
  );
}
