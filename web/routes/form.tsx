import { useRouterState } from "@tanstack/react-router";
import { useEffect, useLayoutEffect, useState } from "react";
import type { Language } from "#browser/language.ts";
import { Failure } from "../components/feedback/failure.tsx";
import { SkeletonCard } from "../components/feedback/skeleton-card.tsx";
import { ButtonLink } from "../components/form/button.tsx";
import { PageHeading } from "../components/layout/page-heading.tsx";
import { RequestForm } from "../features/request/request-form.tsx";
import { TermsStep } from "../features/terms/terms-step.tsx";
import { useConsent } from "../features/terms/use-consent.ts";
import { useConfiguration } from "../lib/configuration.ts";
import { useLanguage, useTranslate } from "../lib/language.ts";
import { loadRestFonts } from "../lib/rest-fonts.ts";
import { useFormView } from "../stores/form-view.ts";
import styles from "../styles/page.module.css";
import progressStyles from "./form.module.css";
import messageStyles from "./message-page.module.css";

loadRestFonts();

/** The visit request: terms first, then the form (docs/behaviour.md, "Public site"). */
export function FormPage() {
  const t = useTranslate();
  const { ready } = useConfiguration();
  if (ready) return <FormSteps />;
  return (
    <div className={messageStyles.message}>
      <PageHeading lead={t("visitor.home.notReadyText")} title={t("visitor.home.notReady")} />
      <ButtonLink to="/">{t("visitor.site.toHome")}</ButtonLink>
    </div>
  );
}

/**
 * Shows the request step after consent to the current texts in the current language. Otherwise shows the terms first
 * and keeps the input.
 */
function FormSteps() {
  const t = useTranslate();
  const language = useLanguage();
  const consent = useConsent();
  // While the next page loads, the location is that page's already, and this one stays as it is.
  const wantsRequest = useRouterState({
    select: ({ location, resolvedLocation }) =>
      (location.pathname === "/form" ? location : resolvedLocation)?.state.step === "request",
  });
  const isReady = consent.state === "ready";
  const isMissing = isReady && !consent.isGiven;
  const [stoppedIn, setStoppedIn] = useState<Language>();
  const isRequestStep = wantsRequest && !isMissing && stoppedIn !== language;

  // Ticking the last box must not leave the terms: that requires the agree button.
  useEffect(() => {
    if (wantsRequest && isMissing) setStoppedIn(language);
  }, [wantsRequest, isMissing, language]);

  useLayoutEffect(() => {
    useFormView.setState({ isRequestStep });
    return () => useFormView.setState({ isRequestStep: false });
  }, [isRequestStep]);

  const heading = isRequestStep
    ? { title: t("visitor.request.heading"), lead: t("visitor.request.lead") }
    : language === "ko"
      ? { title: t("visitor.terms.heading"), lead: t("visitor.terms.lead") }
      : { title: t("visitor.terms.policyHeading"), lead: t("visitor.terms.policyLead") };

  return (
    <div className={styles.page}>
      <div>
        <FormProgress step={isRequestStep ? 2 : 1} />
        <PageHeading key={isRequestStep ? "request" : "terms"} {...heading} />
      </div>
      {consent.state === "loading" && <SkeletonCard />}
      {consent.state === "failed" && <Failure error={consent.error} onRetry={consent.retry} />}
      {isReady &&
        (isRequestStep ? (
          <RequestForm policy={consent.policy} terms={consent.terms} />
        ) : (
          <TermsStep
            isAgain={wantsRequest}
            onAgain={() => setStoppedIn(undefined)}
            policy={consent.policy}
            terms={consent.terms}
          />
        ))}
    </div>
  );
}

/** Progress of the two steps. */
function FormProgress({ step }: { readonly step: 1 | 2 }) {
  const t = useTranslate();
  const names = [t("visitor.form.stepTerms"), t("visitor.form.stepRequest")];
  return (
    <ol aria-label={t("visitor.form.progress")} className={progressStyles.progress}>
      {names.map((name, index) => (
        <li aria-current={index + 1 === step ? "step" : undefined} key={name}>
          <span className={progressStyles.number}>{index + 1}</span>
          {name}
        </li>
      ))}
    </ol>
  );
}
