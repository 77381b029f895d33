import type { DeployedTerms } from "#contract/texts/terms.ts";
import styles from "../request/request.module.css";
import { ChecklistLines, linesOf } from "../terms/checklist-lines.tsx";
import type { Answers } from "./own-consent.ts";

interface OwnChecklistsProps {
  readonly terms: readonly DeployedTerms[];
  readonly ticks: Answers["ticks"];
  readonly isMarked: boolean;
  readonly onTick: (line: string, on: boolean) => void;
}

/** Checklists of a visitor who agrees by personal link, expanded. */
export function OwnChecklists({ terms, ticks, isMarked, onTick }: OwnChecklistsProps) {
  return terms
    .filter(({ contentType }) => contentType === "체크리스트")
    .map((term) => (
      <fieldset className={styles.checklist} key={`${term.id}.${term.currentVersion.version}`}>
        <legend className={styles.legend}>
          <h3>{term.title}</h3>
        </legend>
        <div className={styles.lines}>
          <ChecklistLines isMarked={isMarked} lines={linesOf(term)} onTick={onTick} ticks={ticks} />
        </div>
      </fieldset>
    ));
}
