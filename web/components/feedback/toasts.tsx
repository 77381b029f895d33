import { useEffect, useState } from "react";
import { Icon } from "#browser/icon.tsx";
import { useTranslate } from "../../lib/language.ts";
import { dismissToast, type Toast, useToasts } from "../../lib/toast.ts";
import styles from "./toasts.module.css";

const durationMs = { info: 5_000, warning: 8_000 } as const;

/** Two permanent live regions: screen readers only announce changes inside existing ones. */
export function Toasts() {
  const t = useTranslate();
  const toasts = useToasts();
  const of = (kind: Toast["kind"]) =>
    toasts.filter((one) => one.kind === kind).map((one) => <ToastCard key={one.id} toast={one} />);
  return (
    <section aria-label={t("visitor.site.notices")} className={styles.region}>
      <div role="status">{of("info")}</div>
      <div role="alert">{of("warning")}</div>
    </section>
  );
}

function ToastCard({ toast }: { readonly toast: Toast }) {
  const t = useTranslate();
  const [isPaused, setPaused] = useState(false);

  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => dismissToast(toast.id), durationMs[toast.kind]);
    return () => clearTimeout(timer);
  }, [isPaused, toast.id, toast.kind]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a message under the pointer waits, nothing is operated
    <div
      className={`${styles.toast} ${styles[toast.kind]}`}
      onBlur={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
    >
      <Icon name={toast.kind === "info" ? "info" : "warning"} />
      <div className={styles.content}>
        <strong>{toast.title}</strong>
        {toast.detail && <p>{toast.detail}</p>}
      </div>
      <button
        aria-label={t("visitor.site.close")}
        className={styles.close}
        onClick={() => dismissToast(toast.id)}
        type="button"
      >
        <Icon name="close" size={18} />
      </button>
    </div>
  );
}
