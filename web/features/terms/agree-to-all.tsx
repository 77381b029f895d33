import { Icon } from "#browser/icon.tsx";
import { useTranslate } from "../../lib/language.ts";
import styles from "./terms.module.css";

interface AgreeToAllProps {
  readonly areAllAgreed: boolean;
  readonly required: number;
  readonly optional: number;
  readonly onChange: (agreed: boolean) => void;
}

/** Toggles consent to all terms. */
export function AgreeToAll({ areAllAgreed, required, optional, onChange }: AgreeToAllProps) {
  const t = useTranslate();
  return (
    <button
      aria-pressed={areAllAgreed}
      className={styles.agreeToAll}
      onClick={() => onChange(!areAllAgreed)}
      type="button"
    >
      <span className={styles.agreeToAllBox}>{areAllAgreed && <Icon name="check" size={18} />}</span>
      <strong>{t("visitor.terms.agreeAll")}</strong>
      <span className={styles.agreeToAllHint}>{t("visitor.terms.agreeAllHint", { required, optional })}</span>
    </button>
  );
}
