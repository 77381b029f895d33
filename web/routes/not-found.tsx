import { ButtonLink } from "../components/form/button.tsx";
import { useTranslate } from "../lib/language.ts";
import { usePageTitle } from "../lib/use-page-title.ts";
import styles from "./message-page.module.css";

/** Unknown address. */
export function NotFoundPage() {
  const t = useTranslate();
  const heading = usePageTitle(t("visitor.failure.notFound"));
  return (
    <div className={styles.message}>
      <h1 ref={heading} tabIndex={-1}>
        {t("visitor.failure.notFound")}
      </h1>
      <p>{t("visitor.failure.notFoundText")}</p>
      <ButtonLink to="/" variant="primary">
        {t("visitor.site.toHome")}
      </ButtonLink>
    </div>
  );
}
