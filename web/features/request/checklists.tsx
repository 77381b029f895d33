import { useEffect, useRef, useState } from "react";
import type { DeployedTerms } from "#contract/texts/terms.ts";
import { useTextLang, useTranslate } from "../../lib/language.ts";
import { tick, useDraft } from "../../stores/draft.ts";
import { useFormView } from "../../stores/form-view.ts";
import { ChecklistLines, linesOf } from "../terms/checklist-lines.tsx";
import { FoldButton } from "./fold-button.tsx";
import styles from "./request.module.css";

export function Checklists({ terms }: { readonly terms: readonly DeployedTerms[] }) {
  return terms
    .filter((term) => term.contentType === "체크리스트")
    .map((term) => <Checklist key={`${term.id}.${term.currentVersion.version}`} term={term} />);
}

/**
 * A checklist that collapses once all boxes are ticked, so that the form below comes into view; it can be expanded
 * again.
 */
function Checklist({ term }: { readonly term: DeployedTerms }) {
  const t = useTranslate();
  const langOf = useTextLang();
  const ticks = useDraft((draft) => draft.ticks);
  const marksUnticked = useFormView((view) => view.marksUnticked);
  const toggle = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const lines = linesOf(term);
  const boxes = lines.filter(({ kind }) => kind === "check");
  const isDone = boxes.length > 0 && boxes.every(({ key }) => ticks[key]);
  const [isOpenedAgain, setOpenedAgain] = useState(false);
  const isOpen = !isDone || isOpenedAgain;
  const wasDone = useRef(isDone);

  useEffect(() => {
    // The focused box is hidden with the list.
    if (isDone && !wasDone.current && list.current?.contains(document.activeElement)) toggle.current?.focus();
    if (!isDone) setOpenedAgain(false);
    wasDone.current = isDone;
  }, [isDone]);

  return (
    <div className={styles.section}>
      <fieldset className={styles.checklist}>
        <legend className={styles.legend}>
          <h2 lang={langOf(term.title)}>{term.title}</h2>
          <span className={styles.required}>
            {t(isDone ? "visitor.request.checked" : "visitor.site.required")}
          </span>
          {isDone && (
            <FoldButton
              isOpen={isOpen}
              onToggle={() => setOpenedAgain(!isOpenedAgain)}
              ref={toggle}
              title={term.title}
              unfold={t("visitor.request.unfold")}
            />
          )}
        </legend>
        <div
          className={styles.checklistLines}
          hidden={!isOpen}
          lang={langOf(term.currentVersion.body)}
          ref={list}
        >
          <ChecklistLines isMarked={marksUnticked} lines={lines} onTick={tick} ticks={ticks} />
        </div>
      </fieldset>
    </div>
  );
}
