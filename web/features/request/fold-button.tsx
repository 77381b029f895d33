import type { Ref } from "react";
import { useTranslate } from "../../lib/language.ts";
import styles from "./request.module.css";

interface FoldButtonProps {
  /** Heading of the card that it folds: what the button is about, for the ear. */
  readonly title: string;
  readonly isOpen: boolean;
  /** What the button says while the card is folded. */
  readonly unfold: string;
  readonly onToggle: () => void;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** Beside a card's heading: opens and folds what stands below it. */
export function FoldButton({ title, isOpen, unfold, onToggle, ref }: FoldButtonProps) {
  const t = useTranslate();
  const label = isOpen ? t("visitor.request.fold") : unfold;
  return (
    <button
      aria-expanded={isOpen}
      aria-label={`${title} ${label}`}
      className={styles.fold}
      onClick={onToggle}
      ref={ref}
      type="button"
    >
      {label}
    </button>
  );
}
