import { Icon } from "#browser/icon.tsx";
import { type Language, languageNames, languages } from "#browser/language.ts";
import { chooseLanguage, useLanguage, useTranslate } from "../../lib/language.ts";
import { toast } from "../../lib/toast.ts";
import styles from "./language-select.module.css";

/** Language select; saved on the device. */
export function LanguageSelect() {
  const t = useTranslate();
  const language = useLanguage();
  const choose = (next: Language) =>
    chooseLanguage(next).catch(() =>
      toast("warning", t("visitor.failure.load"), t("visitor.failure.offline")),
    );

  return (
    <span className={styles.box}>
      <Icon name="globe" size={18} />
      <select
        aria-label={t("visitor.site.language")}
        className={styles.select}
        onChange={({ currentTarget }) => {
          const chosen = languages.find((one) => one === currentTarget.value);
          if (chosen) choose(chosen);
        }}
        value={language}
      >
        {languages.map((one) => (
          <option key={one} lang={one} value={one}>
            {languageNames[one]}
          </option>
        ))}
      </select>
      <Icon name="down" size={16} />
    </span>
  );
}
