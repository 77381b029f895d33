import { useQuery } from "@tanstack/react-query";
import type { AppliedPolicy } from "#contract/texts/privacy-policies.ts";
import type { DeployedTerms } from "#contract/texts/terms.ts";
import { Failure } from "../../components/feedback/failure.tsx";
import { Notice } from "../../components/feedback/notice.tsx";
import { SkeletonCard } from "../../components/feedback/skeleton-card.tsx";
import { Button } from "../../components/form/button.tsx";
import { CallError } from "../../lib/call.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { policyQuery, termsQuery } from "../../lib/queries.ts";
import { dismissToasts, toast } from "../../lib/toast.ts";
import request from "../request/request.module.css";
import { ChecklistLines, linesOf } from "../terms/checklist-lines.tsx";
import { PolicyText } from "../terms/policy-text.tsx";
import styles from "../terms/terms.module.css";
import { TermsList } from "../terms/terms-list.tsx";
import { refetchTexts } from "../terms/use-consent.ts";
import { type Answers, firstMissing, givenConsent } from "./own-consent.ts";
import { refusalOf, useAgree, useAnswers } from "./use-own-visit.ts";

/** The current texts with consent: terms in Korean, the privacy policy in other languages. */
export function Agree({ token }: { readonly token: string }) {
  const language = useLanguage();
  const terms = useQuery(termsQuery(language));
  const policy = useQuery(policyQuery);
  const error = terms.error ?? policy.error;
  if (error) return <Failure error={error} onRetry={() => void refetchTexts()} />;
  if (!terms.data || policy.data === undefined) return <SkeletonCard />;
  // Consent in one language does not apply to the texts of another.
  return <AgreeForm key={language} policy={policy.data} terms={terms.data} token={token} />;
}

interface AgreeFormProps {
  readonly token: string;
  readonly terms: readonly DeployedTerms[];
  readonly policy: AppliedPolicy | null;
}

function AgreeForm({ token, terms, policy }: AgreeFormProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { answers, answer, tick, isMarked, mark } = useAnswers();
  const { mutate, isPending, error } = useAgree(token);
  const texts = { language, terms, policy };
  const fields = error instanceof CallError ? error.fields : undefined;

  const send = () => {
    if (isPending) return;
    const missing = firstMissing(texts, answers);
    if (missing !== undefined) {
      mark();
      toast("warning", t("visitor.terms.needed"));
      return document.getElementById(missing)?.focus();
    }
    dismissToasts();
    mutate(givenConsent(texts, answers), { onError: () => void refetchTexts() });
  };

  return (
    <section className={request.section}>
      <h2>{t("visitor.link.agreeTitle")}</h2>
      <p>{t("visitor.link.agreeLead")}</p>
      {language === "ko" ? (
        <TermsList answers={answers.terms} isMarked={isMarked} onAnswer={answer} terms={terms} />
      ) : (
        policy && <PolicyText policy={policy} />
      )}
      <Checklists isMarked={isMarked} onTick={tick} terms={terms} ticks={answers.ticks} />
      {error && <Notice kind="danger">{fields?._ ?? refusalOf(error) ?? t("visitor.request.failed")}</Notice>}
      <div className={styles.choiceButtons}>
        <Button busy={isPending} onClick={send} variant="primary">
          {t("visitor.link.agree")}
        </Button>
      </div>
    </section>
  );
}

interface ChecklistsProps {
  readonly terms: readonly DeployedTerms[];
  readonly ticks: Answers["ticks"];
  readonly isMarked: boolean;
  readonly onTick: (line: string, on: boolean) => void;
}

function Checklists({ terms, ticks, isMarked, onTick }: ChecklistsProps) {
  return terms
    .filter(({ contentType }) => contentType === "체크리스트")
    .map((term) => (
      <fieldset className={request.checklist} key={`${term.id}.${term.currentVersion.version}`}>
        <legend className={request.legend}>
          <h3>{term.title}</h3>
        </legend>
        <div className={request.checklistLines}>
          <ChecklistLines isMarked={isMarked} lines={linesOf(term)} onTick={onTick} ticks={ticks} />
        </div>
      </fieldset>
    ));
}
