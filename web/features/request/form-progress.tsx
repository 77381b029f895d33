import { useTranslate } from "../../lib/language.ts";
import styles from "./form-progress.module.css";

/** Which of the two steps this is. */
export function FormProgress({ step }: { readonly step: 1 | 2 }) {
  const t = useTranslate();
  const names = [t("visitor.form.stepTerms"), t("visitor.form.stepRequest")];
  return (
    <ol aria-label={t("visitor.form.progress")} className={styles.progress}>
      {names.map((name, index) => (
        <li aria-current={index + 1 === step ? "step" : undefined} key={name}>
          <span className={styles.number}>{index + 1}</span>
          {name}
        </li>
      ))}
    </ol>
  );
}
