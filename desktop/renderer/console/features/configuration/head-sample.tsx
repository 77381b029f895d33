import { useQuery } from "@tanstack/react-query";
import { contrastOf } from "../../lib/brand.ts";
import { type Language, languages, useTranslate } from "../../lib/language.ts";
import styles from "./configuration.module.css";
import { logoQuery } from "./queries.ts";
import { Sample } from "./sample.tsx";
import type { ConfigurationValues } from "./values.ts";

/** As the public site does it: white words where they can be read, black ones where not. */
const inkOn = (colour: string) => (contrastOf(colour, "#ffffff") >= 4.5 ? "#ffffff" : "#000000");

const subtitle = { ko: "console.configuration.subtitleKo", en: "console.configuration.subtitleEn" } as const;

/** The top of the home page in both languages, its button in the site's colour, the link at its foot. */
export function HeadSample({ values }: { readonly values: ConfigurationValues }) {
  const t = useTranslate();
  const { brandColor, homepage } = values;
  const isSound = /^#[0-9a-f]{6}$/i.test(brandColor);
  return (
    <Sample title={t("console.configuration.home")}>
      {languages.map((lang) => (
        <Head key={lang} lang={lang} values={values} />
      ))}
      <div className={styles.body}>
        <span
          className={styles.button}
          style={isSound ? { background: brandColor, color: inkOn(brandColor) } : undefined}
        >
          {t("console.configuration.apply")}
        </span>
        <span className={styles.foot}>
          {homepage
            ? t("console.configuration.leadsTo", { homepage })
            : t("console.configuration.leadsNowhere")}
        </span>
      </div>
    </Sample>
  );
}

function Head({ lang, values }: { readonly lang: Language; readonly values: ConfigurationValues }) {
  const t = useTranslate();
  const logo = useQuery(logoQuery(lang));
  const { ko, en } = values.customerCompany;
  return (
    <div className={styles.head} lang={lang}>
      {logo.data && <img alt="" className={styles.mark} src={logo.data} />}
      <span className={styles.names}>
        <strong>{(lang === "en" && en) || ko || t("console.configuration.nameless")}</strong>
        <small>{t(subtitle[lang])}</small>
      </span>
    </div>
  );
}
