import { Icon } from "#browser/icon.tsx";
import { CallError } from "../../lib/call.ts";
import { type TextKey, useTranslate } from "../../lib/language.ts";
import { Button } from "../form/button.tsx";
import styles from "./failure.module.css";

interface FailureProps {
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly busy?: boolean;
  /** The failure replaces the page and needs its heading. */
  readonly isPage?: boolean;
}

/** Message of a failed load, where the server gave none. */
function failureText(error: unknown): TextKey {
  if (!(error instanceof CallError)) return "visitor.failure.crash";
  if (error.kind === "offline") return "visitor.failure.offline";
  return error.kind === "timeout" ? "visitor.failure.timeout" : "visitor.failure.server";
}

/** Load error with a retry (docs/behaviour.md, "Public site"). */
export function Failure({ error, onRetry, busy = false, isPage = false }: FailureProps) {
  const t = useTranslate();
  const Title = isPage ? "h1" : "p";
  return (
    <div className={styles.failure} role="alert">
      <Icon name="warning" size={28} />
      <Title className={styles.title}>{t("visitor.failure.load")}</Title>
      <p>{(error instanceof CallError && error.sentence) || t(failureText(error))}</p>
      <Button busy={busy} onClick={busy ? undefined : onRetry}>
        {t("visitor.site.retry")}
      </Button>
    </div>
  );
}
