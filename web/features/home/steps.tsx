import { type TextKey, useTranslate } from "../../lib/language.ts";
import { StepDrawing } from "./step-drawing.tsx";
import styles from "./steps.module.css";

const steps: readonly (readonly [title: TextKey, text: TextKey])[] = [
  ["visitor.home.step1", "visitor.home.step1Text"],
  ["visitor.home.step2", "visitor.home.step2Text"],
  ["visitor.home.step3", "visitor.home.step3Text"],
  ["visitor.home.step4", "visitor.home.step4Text"],
];

/** The steps of a visit: application, approval, check-in, visit (docs/behaviour.md, "Home"). */
export function Steps() {
  const t = useTranslate();
  return (
    <section aria-labelledby="steps">
      <h2 className={styles.heading} id="steps">
        {t("visitor.home.steps")}
      </h2>
      <ol className={styles.steps}>
        {steps.map(([title, text], index) => (
          <li className={styles.step} key={title}>
            <StepDrawing step={index} />
            <div>
              <h3>
                <span className={styles.number}>{index + 1}</span>
                {t(title)}
              </h3>
              <p>{t(text)}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
