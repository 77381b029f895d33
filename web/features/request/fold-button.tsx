import type { Ref } from "react";
import { useTranslate } from "../../lib/language.ts";
import styles from "./request.module.css";

interface FoldButtonProps {
  /** Heading of the card, for the accessible name. */
  readonly title: string;
  readonly isOpen: boolean;
  /** Label while collapsed. */
  readonly unfold: string;
  readonly onToggle: () => void;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** Button that expands and collapses a card. */
export function FoldButton({ title, isOpen, unfold, onToggle, ref }: FoldButtonProps) {
  const t = useTranslate();
  const label = isOpen ? t("visitor.request.fold") : unfold;
  return (
    <button
      aria-expanded={isOpen}
      aria-label={`${title} ${label}`}
      className={styles.foldButton}
      onClick={onToggle}
      ref={ref}
      type="button"
    >
      {label}
    </button>
  );
}
