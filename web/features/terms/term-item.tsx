import { useState } from "react";
import type { DeployedTerms } from "#contract/texts/terms.ts";
import { Dialog } from "../../components/feedback/dialog.tsx";
import { Button } from "../../components/form/button.tsx";
import { Checkbox } from "../../components/form/checkbox.tsx";
import { ScrollText } from "../../components/layout/scroll-text.tsx";
import { useTranslate } from "../../lib/language.ts";
import { coloursOf } from "./colours.ts";
import { isRequired } from "./consent.ts";
import styles from "./terms.module.css";

interface TermItemProps {
  readonly term: DeployedTerms;
  /** Undefined while unanswered. */
  readonly answer: boolean | undefined;
  readonly onAnswer: (agreed: boolean) => void;
  /** Required, unanswered, and already reported. */
  readonly isMissing: boolean;
}

/** A term with checkbox, title and its text, inline or in a dialog. */
export function TermItem({ term, answer, onAnswer, isMissing }: TermItemProps) {
  const t = useTranslate();
  const [isOpen, setOpen] = useState(false);
  const body = term.currentVersion.body;

  return (
    <li className={styles.item}>
      <div className={styles.header}>
        <Checkbox checked={answer === true} id={`term-${term.id}`} invalid={isMissing} onChange={onAnswer}>
          <span className={isRequired(term) ? styles.required : styles.optional}>
            {t(isRequired(term) ? "visitor.site.required" : "visitor.site.optional")}
          </span>
          <span className={styles.title}>{term.title}</span>
        </Checkbox>
        {term.modalDisplay && (
          <Button
            aria-haspopup="dialog"
            aria-label={t("visitor.terms.openNamed", { title: term.title })}
            className={styles.openText}
            onClick={() => setOpen(true)}
            variant="quiet"
          >
            {t("visitor.terms.open")}
          </Button>
        )}
      </div>
      {isMissing && <p className={styles.missingNote}>{t("visitor.terms.needed")}</p>}
      {!term.modalDisplay && (
        <div className={styles.inlineText}>
          <ScrollText
            colours={coloursOf(term)}
            height="preview"
            html={term.renderHtml}
            text={body}
            title={term.title}
          />
          {term.requestAgree && <AgreeOrNot answer={answer} onAnswer={onAnswer} term={term} />}
        </div>
      )}
      {isOpen && (
        <TermDialog answer={answer} onAnswer={onAnswer} onClose={() => setOpen(false)} term={term} />
      )}
    </li>
  );
}

/** Agree/disagree question below a text. */
function AgreeOrNot({ term, answer, onAnswer }: Omit<TermItemProps, "isMissing">) {
  const t = useTranslate();
  const name = `answer-${term.id}`;
  return (
    <fieldset className={styles.question}>
      <legend>{t("visitor.terms.ask", { title: term.title })}</legend>
      <Checkbox checked={answer === true} name={name} onChange={() => onAnswer(true)} type="radio">
        {t("visitor.terms.itemAgree")}
      </Checkbox>
      <Checkbox checked={answer === false} name={name} onChange={() => onAnswer(false)} type="radio">
        {t("visitor.terms.itemDisagree")}
      </Checkbox>
    </fieldset>
  );
}

interface TermDialogProps extends Omit<TermItemProps, "isMissing"> {
  readonly onClose: () => void;
}

/** A text in a dialog; ticking the confirmation closes it (docs/behaviour.md, "Terms step"). */
function TermDialog({ term, answer, onAnswer, onClose }: TermDialogProps) {
  const t = useTranslate();
  const confirm = (agreed: boolean) => {
    onAnswer(agreed);
    if (agreed) onClose();
  };
  const confirmation = (
    <div className={styles.confirm}>
      <Checkbox checked={answer === true} onChange={confirm}>
        {term.confirmMsg || t("visitor.terms.confirm")}
      </Checkbox>
    </div>
  );
  return (
    <Dialog actions={confirmation} onClose={onClose} title={term.title}>
      <ScrollText
        colours={coloursOf(term)}
        height="full"
        html={term.renderHtml}
        text={term.currentVersion.body}
        title={term.title}
      />
    </Dialog>
  );
}
