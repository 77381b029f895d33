import { Icon } from "#browser/icon.tsx";
import { languageNames, languages } from "#browser/language.ts";
import { useLanguage, useTexts } from "../texts.ts";
import styles from "./page-frame.module.css";

/** Brand panel with a drawing of a visitor pass on its lanyard. */
export function BrandPanel() {
  const { app } = useTexts();
  return (
    <aside className={styles.panel}>
      <p className={styles.name}>
        <svg aria-hidden="true" height="36" viewBox="0 0 36 36" width="36">
          <rect fill="#fff" height="36" rx="10" width="36" />
          <circle cx="18" cy="13" fill="#1d3f8f" r="6" />
          <path d="M6.5 30c1.5-6.5 6-9.5 11.5-9.5s10 3 11.5 9.5z" fill="#1d3f8f" />
        </svg>
        {app.name}
      </p>
      <svg aria-hidden="true" className={styles.drawing} fill="none" viewBox="0 -120 220 372">
        <path d="M44-120l66 194 66-194" opacity=".5" stroke="#fff" strokeWidth="9" />
        <rect fill="#fff" height="20" opacity=".85" rx="6" width="34" x="93" y="66" />
        <rect fill="#fff" height="166" opacity=".14" rx="18" width="172" x="24" y="84" />
        <rect height="166" opacity=".4" rx="18" stroke="#fff" strokeWidth="2" width="172" x="24" y="84" />
        <rect fill="#fff" height="62" opacity=".9" rx="12" width="54" x="44" y="112" />
        <circle cx="71" cy="134" fill="#274a9e" r="10" />
        <path d="M51 174c2-15 9-22 20-22s18 7 20 22z" fill="#274a9e" />
        <rect fill="#fff" height="10" opacity=".9" rx="5" width="60" x="112" y="120" />
        <rect fill="#fff" height="8" opacity=".5" rx="4" width="44" x="112" y="142" />
        <rect fill="#fff" height="8" opacity=".5" rx="4" width="52" x="112" y="160" />
        <rect fill="#fff" height="8" opacity=".35" rx="4" width="132" x="44" y="202" />
        <rect fill="#fff" height="8" opacity=".35" rx="4" width="92" x="44" y="220" />
      </svg>
      <p className={styles.tagline}>{app.tagline}</p>
    </aside>
  );
}

/** Language of the whole app, including the menu. */
export function LanguageSelect() {
  const { app } = useTexts();
  const language = useLanguage();
  return (
    <label className={styles.select}>
      <Icon size={18} name="globe" />
      <span className="visually-hidden">{app.language}</span>
      <select
        onChange={(event) => {
          const chosen = languages.find((each) => each === event.target.value);
          // if saving fails, the choice applies until the app closes
          if (chosen) window.desktop.chooseLanguage(chosen).catch(() => {});
        }}
        value={language}
      >
        {languages.map((each) => (
          <option key={each} lang={each} value={each}>
            {languageNames[each]}
          </option>
        ))}
      </select>
    </label>
  );
}
