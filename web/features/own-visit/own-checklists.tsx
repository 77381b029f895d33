import { checklistLines, type DeployedTerms } from "#contract/texts/terms.ts";
import { Checkbox } from "../../components/form/checkbox.tsx";
import { lineKey } from "../request/application.ts";
import styles from "../request/request.module.css";
import type { Answers } from "./own-consent.ts";

interface OwnChecklistsProps {
  readonly terms: readonly DeployedTerms[];
  readonly ticks: Answers["ticks"];
  readonly isMarked: boolean;
  readonly onTick: (line: string, on: boolean) => void;
}

/** Checklists: lines that start with `[]` are boxes to tick, the others paragraphs. */
export function OwnChecklists({ terms, ticks, isMarked, onTick }: OwnChecklistsProps) {
  return terms
    .filter(({ contentType }) => contentType === "체크리스트")
    .map((term) => (
      <fieldset className={styles.checklist} key={`${term.id}.${term.currentVersion.version}`}>
        <legend className={styles.legend}>
          <h3>{term.title}</h3>
        </legend>
        <div className={styles.lines}>
          {checklistLines(term.currentVersion.body).map(({ kind, text }, index) => {
            const key = lineKey(term, index);
            return kind === "check" ? (
              <Checkbox
                checked={ticks[key] === true}
                id={key}
                invalid={isMarked && !ticks[key]}
                key={key}
                onChange={(on) => onTick(key, on)}
                required
              >
                {text}
              </Checkbox>
            ) : (
              <p key={key}>{text}</p>
            );
          })}
        </div>
      </fieldset>
    ));
}
