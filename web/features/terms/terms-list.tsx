import type { DeployedTerms } from "#contract/texts/terms.ts";
import type { Draft } from "../../stores/draft.ts";
import { AgreeToAll } from "./agree-to-all.tsx";
import { answerOf, answerTo, isListed, isRequired } from "./consent.ts";
import { TermItem } from "./term-item.tsx";
import styles from "./terms.module.css";

interface TermsListProps {
  readonly terms: readonly DeployedTerms[];
  readonly answers: Draft["answers"];
  /** Whether missing consents are highlighted. */
  readonly isMarked: boolean;
  readonly onAnswer: (answers: Draft["answers"]) => void;
}

/** Terms in Korean with checkboxes, "모두 동의" first. */
export function TermsList({ terms, answers, isMarked, onAnswer }: TermsListProps) {
  const listed = terms.filter(isListed);
  if (listed.length === 0) return null;
  return (
    <>
      <AgreeToAll
        areAllAgreed={listed.every((term) => answerTo(term, answers) === true)}
        onChange={(agreed) => onAnswer(Object.assign({}, ...listed.map((term) => answerOf(term, agreed))))}
        optional={listed.filter((term) => !isRequired(term)).length}
        required={listed.filter(isRequired).length}
      />
      <ul className={styles.list}>
        {listed.map((term) => (
          <TermItem
            answer={answerTo(term, answers)}
            isMissing={isMarked && isRequired(term) && answerTo(term, answers) !== true}
            key={`${term.id}.${term.currentVersion.version}`}
            onAnswer={(agreed) => onAnswer(answerOf(term, agreed))}
            term={term}
          />
        ))}
      </ul>
    </>
  );
}
