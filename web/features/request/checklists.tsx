import { checklistLines, type DeployedTerms } from "#contract/terms.ts";
import { Checkbox } from "../../components/form/checkbox.tsx";
import { useTranslate } from "../../lib/language.ts";
import { lineKey } from "./application.ts";
import { tick, useDraft } from "./draft.ts";
import { useFormView } from "./form-view.ts";
import styles from "./request.module.css";

/**
 * Checklists: lines that start with `[]` are boxes to tick, the others paragraphs (docs/behaviour.md,
 * "Request form").
 */
export function Checklists({ terms }: { readonly terms: readonly DeployedTerms[] }) {
  const t = useTranslate();
  const ticks = useDraft((draft) => draft.ticks);
  const marksUnticked = useFormView((view) => view.marksUnticked);
  const lists = terms.filter((term) => term.contentType === "체크리스트");

  return lists.map((term) => (
    <fieldset className={styles.section} key={`${term.id}.${term.currentVersion.version}`}>
      <legend className={styles.legend}>
        <h2>{term.title}</h2>
        <span className={styles.required}>{t("visitor.site.required")}</span>
      </legend>
      <div className={styles.lines}>
        {checklistLines(term.currentVersion.body).map((line, index) => {
          const key = lineKey(term, index);
          return line.kind === "check" ? (
            <Checkbox
              checked={ticks[key] === true}
              id={key}
              invalid={marksUnticked && !ticks[key]}
              key={key}
              onChange={(on) => tick(key, on)}
              required
            >
              {line.text}
            </Checkbox>
          ) : (
            <p key={key}>{line.text}</p>
          );
        })}
      </div>
    </fieldset>
  ));
}
