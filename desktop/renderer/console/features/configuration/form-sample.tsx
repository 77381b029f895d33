import { useTranslate } from "../../lib/language.ts";
import styles from "./configuration.module.css";
import { Sample } from "./sample.tsx";
import type { ConfigurationValues } from "./values.ts";

/** The form's fields, as many as the switches leave. */
export function FormSample({ values }: { readonly values: ConfigurationValues }) {
  const t = useTranslate();
  const { requestInputUserCompany, requestInputPlace, requestInputVisitorCompany, useCar, maxRequestDays } =
    values;
  const days = Number(maxRequestDays);
  const fields = [
    requestInputUserCompany && t("console.configuration.fieldUserCompany"),
    t("console.configuration.fieldHost"),
    requestInputPlace && t("console.configuration.fieldPlace"),
    t("console.configuration.fieldPurpose"),
    t("console.configuration.fieldTime"),
    t("console.configuration.fieldName"),
    t("console.configuration.fieldPhone"),
    requestInputVisitorCompany && t("console.configuration.fieldCompany"),
    useCar && t("console.configuration.fieldCar"),
  ].filter((name) => name !== false);
  return (
    <Sample title={t("console.configuration.form")}>
      <ul className={styles.fields}>
        {fields.map((name) => (
          <li className={styles.field} key={name}>
            <span>{name}</span>
            <span className={styles.input}>
              {name === t("console.configuration.fieldTime") &&
                days > 0 &&
                t(days === 1 ? "console.configuration.oneDay" : "console.configuration.mostDays", { days })}
            </span>
          </li>
        ))}
      </ul>
    </Sample>
  );
}
