import { useNavigate } from "@tanstack/react-router";
import type { AppliedPolicy } from "#contract/texts/privacy-policies.ts";
import type { DeployedTerms } from "#contract/texts/terms.ts";
import { Notice } from "../../components/feedback/notice.tsx";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { agreeToPolicy, withdrawConsent } from "../../stores/draft.ts";
import { clearErrors, useFormView } from "../../stores/form-view.ts";
import { PolicyText } from "./policy-text.tsx";
import styles from "./terms.module.css";
import { Choice, TermsConsent } from "./terms-consent.tsx";

interface TermsStepProps {
  readonly terms: readonly DeployedTerms[];
  readonly policy: AppliedPolicy | null;
  /** The visitor had passed this step before a text or the language changed. */
  readonly isAgain: boolean;
  /** Returns such a visitor to the request. */
  readonly onAgain: () => void;
}

/** First step of the form: terms in Korean, the privacy policy in other languages (docs/behaviour.md, "Terms step"). */
export function TermsStep({ terms, policy, isAgain, onAgain }: TermsStepProps) {
  const t = useTranslate();
  const language = useLanguage();
  const navigate = useNavigate();
  const notice = useFormView((view) => view.termsNotice);

  if (!policy) return <p className={styles.card}>{t("visitor.privacy.none")}</p>;
  const goOn = () => {
    agreeToPolicy(language, policy.id);
    useFormView.setState({ termsNotice: "" });
    clearErrors("_");
    if (isAgain) onAgain();
    else void navigate({ to: "/form", state: { step: "request" } });
  };
  const leave = () => {
    withdrawConsent();
    void navigate({ to: "/" });
  };

  return (
    <>
      {(isAgain || notice) && (
        <Notice kind="warning">
          {notice && <p>{notice}</p>}
          <p>{t("visitor.terms.again")}</p>
        </Notice>
      )}
      {language === "ko" ? (
        <TermsConsent onAgree={goOn} onDisagree={leave} terms={terms} />
      ) : (
        <section className={styles.card}>
          <PolicyText policy={policy} />
          <Choice onAgree={goOn} onDisagree={leave} />
        </section>
      )}
    </>
  );
}
