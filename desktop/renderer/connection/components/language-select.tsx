import { languageNames, languages } from "../../../ipc.ts";
import { useLanguage, useTexts } from "../texts.ts";
import { Icon } from "./icon.tsx";
import styles from "./page-frame.module.css";

/** Chooses the language of the whole app, menu included. */
export function LanguageSelect() {
  const { app } = useTexts();
  const language = useLanguage();
  return (
    <label className={styles.select}>
      <Icon name="globe" />
      <span className="visually-hidden">{app.language}</span>
      <select
        onChange={(event) => {
          const chosen = languages.find((each) => each === event.target.value);
          // what could not be saved still holds until the app is closed
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
