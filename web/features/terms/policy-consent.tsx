import type { AppliedPolicy } from "#contract/texts/privacy-policies.ts";
import { PolicyText } from "./policy-text.tsx";
import styles from "./terms.module.css";
import { Choice } from "./terms-consent.tsx";

interface PolicyConsentProps {
  readonly policy: AppliedPolicy;
  readonly onAgree: () => void;
  readonly onDisagree: () => void;
}

/** Terms step in languages other than Korean: the privacy policy; agreeing continues. */
export function PolicyConsent({ policy, onAgree, onDisagree }: PolicyConsentProps) {
  return (
    <section className={styles.card}>
      <PolicyText policy={policy} />
      <Choice onAgree={onAgree} onDisagree={onDisagree} />
    </section>
  );
}
