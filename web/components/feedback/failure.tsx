import { Icon } from "#browser/icon.tsx";
import { CallError } from "../../lib/call.ts";
import { type TextKey, useTranslate } from "../../lib/language.ts";
import { Button } from "../form/button.tsx";
import styles from "./failure.module.css";

interface FailureProps {
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly busy?: boolean;
  /** True where it is all there is on the page, which then still has its heading. */
  readonly isPage?: boolean;
}

/** The sentence that tells what went wrong with a load. */
function failureText(error: unknown): TextKey {
  if (!(error instanceof CallError)) return "visitor.failure.crash";
  if (error.kind === "offline") return "visitor.failure.offline";
  if (error.status === 429) return "visitor.failure.busy";
  return error.kind === "timeout" ? "visitor.failure.timeout" : "visitor.failure.server";
}

/** The shared handler of failed loads: what happened, and another try (docs/behaviour.md, "Public site"). */
export function Failure({ error, onRetry, busy = false, isPage = false }: FailureProps) {
  const t = useTranslate();
  const Title = isPage ? "h1" : "p";
  return (
    <div className={styles.failure} role="alert">
      <Icon name="warning" size={28} />
      <Title className={styles.title}>{t("visitor.failure.load")}</Title>
      <p>{t(failureText(error))}</p>
      <Button busy={busy} onClick={busy ? undefined : onRetry}>
        {t("visitor.site.retry")}
      </Button>
    </div>
  );
}
