import { useSuspenseQuery } from "@tanstack/react-query";
import { fromInstant } from "#contract/dates.ts";
import { formatLongDay } from "../../lib/format.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { useCurrentUser } from "../../lib/session.ts";
import { siteQuery } from "../../lib/site.ts";
import styles from "./sheet.module.css";

interface Props {
  readonly title: string;
  /** What the list is a cut of, and how many it has. */
  readonly about: string;
  /** When it was read: milliseconds since 1970. */
  readonly readAt: number;
}

/** Which site, which day, which list; who printed it, and of when it is. */
export function SheetHead({ title, about, readAt }: Props) {
  const t = useTranslate();
  const language = useLanguage();
  const { name } = useCurrentUser();
  const { customerCompany, timezone } = useSuspenseQuery(siteQuery).data;
  const at = fromInstant(new Date(readAt), timezone);
  return (
    <header className={styles.head}>
      <div>
        <p className={styles.site}>{customerCompany[language] || t("console.frame.product")}</p>
        <h2 className={styles.title}>{title}</h2>
        <p>{about}</p>
      </div>
      <div className={styles.made}>
        <p>{formatLongDay(at, language)}</p>
        <p>{t("console.print.by", { name, at })}</p>
      </div>
    </header>
  );
}
