import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { isHexColour, readableOn } from "#browser/contrast.ts";
import { type Language, languages } from "#browser/language.ts";
import { useTranslate } from "../../lib/language.ts";
import styles from "./configuration.module.css";
import { logoQuery } from "./queries.ts";
import type { ConfigurationValues } from "./values.ts";

interface SampleProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** Small static picture of the public site, always in light colours. */
export function Sample({ title, children }: SampleProps) {
  const t = useTranslate();
  return (
    <figure aria-label={t("console.configuration.sample", { title })} className={styles.sample}>
      <figcaption className={styles.sampleCaption}>{t("console.configuration.sample", { title })}</figcaption>
      <div className={styles.samplePage}>{children}</div>
    </figure>
  );
}

const subtitle = { ko: "console.configuration.subtitleKo", en: "console.configuration.subtitleEn" } as const;

/** The home page: header in both languages, button in the brand colour, link in the footer. */
export function HomePageSample({ values }: { readonly values: ConfigurationValues }) {
  const t = useTranslate();
  const { brandColor, homepage } = values;
  return (
    <Sample title={t("console.configuration.home")}>
      {languages.map((lang) => (
        <HeaderSample key={lang} lang={lang} values={values} />
      ))}
      <div className={styles.sampleBody}>
        <span
          className={styles.sampleButton}
          style={
            isHexColour(brandColor) ? { background: brandColor, color: readableOn(brandColor) } : undefined
          }
        >
          {t("console.configuration.apply")}
        </span>
        <span className={styles.sampleFooter}>
          {homepage
            ? t("console.configuration.leadsTo", { homepage })
            : t("console.configuration.leadsNowhere")}
        </span>
      </div>
    </Sample>
  );
}

function HeaderSample({ lang, values }: { readonly lang: Language; readonly values: ConfigurationValues }) {
  const t = useTranslate();
  const logo = useQuery(logoQuery(lang));
  const { ko, en } = values.customerCompany;
  return (
    <div className={styles.sampleHeader} lang={lang}>
      {logo.data && <img alt="" className={styles.sampleLogo} src={logo.data} />}
      <span className={styles.sampleNames}>
        <strong>{(lang === "en" && en) || ko || t("console.configuration.nameless")}</strong>
        <small>{t(subtitle[lang])}</small>
      </span>
    </div>
  );
}

/** The fields of the request form that are switched on. */
export function RequestFormSample({ values }: { readonly values: ConfigurationValues }) {
  const t = useTranslate();
  const { requestInputUserCompany, requestInputPlace, requestInputVisitorCompany, useCar, companions } =
    values;
  const { maxRequestDays } = values;
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
    companions && t("console.configuration.fieldCompanions"),
  ].filter((name) => name !== false);
  return (
    <Sample title={t("console.configuration.form")}>
      <ul className={styles.sampleFields}>
        {fields.map((name) => (
          <li className={styles.sampleField} key={name}>
            <span>{name}</span>
            <span className={styles.sampleInput}>
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

interface SettingsWithSampleProps {
  readonly children: ReactNode;
  /** Next to the fields; below them on narrow screens. */
  readonly sample: ReactNode;
}

/** Settings with a sample of their effect. */
export function SettingsWithSample({ children, sample }: SettingsWithSampleProps) {
  return (
    <div className={styles.settingsWithSample}>
      <Stack gap="md">{children}</Stack>
      {sample}
    </div>
  );
}
