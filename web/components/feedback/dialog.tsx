import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { Icon } from "#browser/icon.tsx";
import { useTranslate } from "../../lib/language.ts";
import styles from "./dialog.module.css";

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons in the footer. */
  readonly actions?: ReactNode;
  /** `wide` for texts and lists, `narrow` for questions. */
  readonly size?: "narrow" | "wide";
}

/**
 * A modal dialog, open while rendered. The browser traps and restores the focus; Escape and a click outside close it.
 * Rendered in a portal, so that its forms are not nested in the opening form.
 */
export function Dialog({ title, onClose, children, actions, size = "wide" }: DialogProps) {
  const t = useTranslate();
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  return createPortal(
    <dialog
      aria-labelledby={titleId}
      className={`${styles.dialog} ${styles[size]}`}
      closedby="any"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={onClose}
      onSubmit={(event) => event.stopPropagation()}
      ref={dialog}
    >
      <header className={styles.header}>
        <h2 id={titleId}>{title}</h2>
        <button aria-label={t("visitor.site.close")} className={styles.close} onClick={onClose} type="button">
          <Icon name="close" />
        </button>
      </header>
      <div className={styles.body}>{children}</div>
      {actions && <footer className={styles.actions}>{actions}</footer>}
    </dialog>,
    document.body,
  );
}
