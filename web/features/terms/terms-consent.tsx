import { useRef, useState } from "react";
import type { DeployedTerms } from "#contract/texts/terms.ts";
import { Button } from "../../components/form/button.tsx";
import { useTranslate } from "../../lib/language.ts";
import { toast } from "../../lib/toast.ts";
import { answerTerms, useDraft } from "../../stores/draft.ts";
import { AgreeToAll } from "./agree-to-all.tsx";
import { answerOf, answerTo, isListed, isRequired, missingTerms } from "./consent.ts";
import { TermItem } from "./term-item.tsx";
import styles from "./terms.module.css";

interface TermsConsentProps {
  readonly terms: readonly DeployedTerms[];
  readonly onAgree: () => void;
  readonly onDisagree: () => void;
}

/** Terms in Korean with checkboxes, "모두 동의" first. */
export function TermsConsent({ terms, onAgree, onDisagree }: TermsConsentProps) {
  const t = useTranslate();
  const answers = useDraft((draft) => draft.answers);
  const [isMissingShown, setMissingShown] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const listed = terms.filter(isListed);
  const missing = missingTerms(terms, answers);
  const areAllAgreed = listed.every((term) => answerTo(term, answers) === true);

  const answerAll = (agreed: boolean) =>
    answerTerms(Object.assign({}, ...listed.map((term) => answerOf(term, agreed))));

  const goOn = () => {
    const [first] = missing;
    if (!first) return onAgree();
    toast("warning", t("visitor.terms.needed"));
    setMissingShown(true);
    list.current?.querySelector<HTMLElement>(`#term-${first.id}`)?.focus();
  };

  if (listed.length === 0) {
    return (
      <section className={styles.card}>
        <p>{t("visitor.terms.none")}</p>
        <Choice onAgree={onAgree} onDisagree={onDisagree} />
      </section>
    );
  }
  return (
    <section className={styles.card}>
      <AgreeToAll
        areAllAgreed={areAllAgreed}
        onChange={answerAll}
        optional={listed.filter((term) => !isRequired(term)).length}
        required={listed.filter(isRequired).length}
      />
      <ul className={styles.list} ref={list}>
        {listed.map((term) => (
          <TermItem
            answer={answerTo(term, answers)}
            isMissing={isMissingShown && missing.includes(term)}
            key={`${term.id}.${term.currentVersion.version}`}
            onAnswer={(agreed) => answerTerms(answerOf(term, agreed))}
            term={term}
          />
        ))}
      </ul>
      <Choice onAgree={goOn} onDisagree={onDisagree} />
    </section>
  );
}

/** Disagree and agree buttons. */
export function Choice({ onAgree, onDisagree }: Omit<TermsConsentProps, "terms">) {
  const t = useTranslate();
  return (
    <div className={styles.choice}>
      <Button onClick={onDisagree}>{t("visitor.terms.disagree")}</Button>
      <Button look="primary" onClick={onAgree}>
        {t("visitor.terms.agree")}
      </Button>
    </div>
  );
}
