import { useState } from "react";
import type { DeployedTerms } from "#contract/texts/terms.ts";
import { Button } from "../../components/form/button.tsx";
import { useTranslate } from "../../lib/language.ts";
import { toast } from "../../lib/toast.ts";
import { answerTerms, useDraft } from "../../stores/draft.ts";
import { isListed, missingTerms } from "./consent.ts";
import styles from "./terms.module.css";
import { TermsList } from "./terms-list.tsx";

interface TermsConsentProps {
  readonly terms: readonly DeployedTerms[];
  readonly onAgree: () => void;
  readonly onDisagree: () => void;
}

/** Consent to the Korean terms; continues when the required ones are agreed to. */
export function TermsConsent({ terms, onAgree, onDisagree }: TermsConsentProps) {
  const t = useTranslate();
  const answers = useDraft((draft) => draft.answers);
  const [isMarked, setMarked] = useState(false);

  const goOn = () => {
    const [first] = missingTerms(terms, answers);
    if (!first) return onAgree();
    toast("warning", t("visitor.terms.needed"));
    setMarked(true);
    document.getElementById(`term-${first.id}`)?.focus();
  };

  return (
    <section className={styles.card}>
      {terms.some(isListed) ? (
        <TermsList answers={answers} isMarked={isMarked} onAnswer={answerTerms} terms={terms} />
      ) : (
        <p>{t("visitor.terms.none")}</p>
      )}
      <Choice onAgree={goOn} onDisagree={onDisagree} />
    </section>
  );
}

/** Disagree and agree buttons. */
export function Choice({ onAgree, onDisagree }: Omit<TermsConsentProps, "terms">) {
  const t = useTranslate();
  return (
    <div className={styles.choiceButtons}>
      <Button onClick={onDisagree}>{t("visitor.terms.disagree")}</Button>
      <Button onClick={onAgree} variant="primary">
        {t("visitor.terms.agree")}
      </Button>
    </div>
  );
}
