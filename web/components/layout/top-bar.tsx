import { Link, useLocation } from "@tanstack/react-router";
import { Icon } from "#browser/icon.tsx";
import { useCompanyName } from "../../lib/configuration.ts";
import { useTextLang, useTranslate } from "../../lib/language.ts";
import { useDeskPage } from "../../stores/desk-page.ts";
import { Confirm } from "../feedback/confirm.tsx";
import { LanguageSelect } from "./language-select.tsx";
import styles from "./top-bar.module.css";
import { useBack } from "./use-back.ts";

/**
 * Company, back and language. Back is hidden on the home and final page (docs/behaviour.md, "Public site"); pages
 * handed over by the desk have no navigation.
 */
export function TopBar() {
  const t = useTranslate();
  const company = useCompanyName();
  const langOf = useTextLang();
  const path = useLocation({ select: (location) => location.pathname });
  const { goBack, isAsking, confirm, stay } = useBack();
  const isDesk = useDeskPage((state) => state.isDesk);
  const hasBack = !isDesk && path !== "/" && path !== "/final";

  const names = (
    <>
      <span className={styles.company} lang={langOf(company)}>
        {company}
      </span>
      <span className={styles.subtitle}>{t("visitor.site.subtitle")}</span>
    </>
  );

  return (
    <header className={styles.bar}>
      <div className={styles.inner}>
        {hasBack && (
          <button aria-label={t("visitor.site.back")} className={styles.back} onClick={goBack} type="button">
            <Icon name="back" size={24} />
          </button>
        )}
        {isDesk ? (
          <span className={styles.title}>{names}</span>
        ) : (
          <Link className={styles.title} to="/">
            {names}
          </Link>
        )}
        <LanguageSelect />
      </div>
      {isAsking && (
        <Confirm
          cancelLabel={t("visitor.leave.no")}
          confirmLabel={t("visitor.leave.yes")}
          detail={t("visitor.leave.detail")}
          onCancel={stay}
          onConfirm={confirm}
          question={t("visitor.leave.question")}
        />
      )}
    </header>
  );
}
