import { type FormEvent, useEffect, useRef } from "react";
import type { AppliedPolicy } from "#contract/texts/privacy-policies.ts";
import type { DeployedTerms } from "#contract/texts/terms.ts";
import { Notice } from "../../components/feedback/notice.tsx";
import { Button } from "../../components/form/button.tsx";
import { useConfiguration } from "../../lib/configuration.ts";
import { finalCard } from "../../lib/final-card.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { useDraft } from "../../stores/draft.ts";
import { hostName } from "../hosts/host-name.ts";
import { Checklists } from "./checklists.tsx";
import { CompanionsSection } from "./companions-section.tsx";
import { Guides } from "./guides.tsx";
import { HostSection } from "./host-section.tsx";
import { PeriodSection } from "./period-section.tsx";
import styles from "./request.module.css";
import { Summary } from "./summary.tsx";
import { useErrorText } from "./use-error-text.ts";
import { usePeriod } from "./use-period.ts";
import { useSubmit } from "./use-submit.ts";
import { VisitorSection } from "./visitor-section.tsx";

interface RequestFormProps {
  readonly terms: readonly DeployedTerms[];
  readonly policy: AppliedPolicy | null;
}

/** Second step of the form (docs/behaviour.md, "Request form"). */
export function RequestForm({ terms, policy }: RequestFormProps) {
  const t = useTranslate();
  const language = useLanguage();
  const draft = useDraft();
  const period = usePeriod();
  const form = useRef<HTMLFormElement>(null);
  const { submit, isBusy } = useSubmit(form);
  const formError = useErrorText()("_");
  const { hostUser } = draft.values;
  const { companions } = useConfiguration();

  // docs/behaviour.md, "Request form": the form scrolls into view when it opens (after the navigation's scroll to the
  // top). Preloads the picture of the final page, which is shown for 3 seconds only.
  useEffect(() => {
    new Image().src = finalCard;
    const frame = requestAnimationFrame(() => form.current?.scrollIntoView());
    return () => cancelAnimationFrame(frame);
  }, []);

  const send = (event: FormEvent) => {
    event.preventDefault();
    void submit({ draft, period, terms, policy, language });
  };

  return (
    <div className={styles.columns}>
      <form aria-busy={isBusy} className={styles.form} noValidate onSubmit={send} ref={form}>
        {formError && (
          <div data-form-error tabIndex={-1}>
            <Notice kind="danger">{formError}</Notice>
          </div>
        )}
        <Checklists terms={terms} />
        <Guides terms={terms} />
        <HostSection />
        <PeriodSection />
        <VisitorSection />
        {companions && <CompanionsSection />}
        <div className={styles.submit}>
          <Button busy={isBusy} type="submit" variant="primary">
            {isBusy
              ? t("visitor.request.submitting")
              : hostUser
                ? t("visitor.request.submitTo", { host: hostName(hostUser, language) })
                : t("visitor.request.submit")}
          </Button>
          {/* screen readers do not announce the button's new label */}
          <span className="visually-hidden" role="status">
            {isBusy && t("visitor.request.submitting")}
          </span>
          <p>{t("visitor.request.submitNote")}</p>
        </div>
      </form>
      <Summary />
    </div>
  );
}
