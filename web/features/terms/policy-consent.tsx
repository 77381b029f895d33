import type { AppliedPolicy } from "#contract/texts/privacy-policies.ts";
import { ScrollText } from "../../components/layout/scroll-text.tsx";
import { useTranslate } from "../../lib/language.ts";
import styles from "./terms.module.css";
import { Choice } from "./terms-consent.tsx";

interface PolicyConsentProps {
  readonly policy: AppliedPolicy;
  readonly onAgree: () => void;
  readonly onDisagree: () => void;
}

/** Terms step in languages other than Korean: the privacy policy; agreeing continues. */
export function PolicyConsent({ policy, onAgree, onDisagree }: PolicyConsentProps) {
  const t = useTranslate();
  return (
    <section className={styles.card}>
      <ScrollText
        height="full"
        html
        text={policy.enContent || policy.content}
        title={t("visitor.privacy.page")}
      />
      <Choice onAgree={onAgree} onDisagree={onDisagree} />
    </section>
  );
}
