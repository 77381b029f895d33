import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { Failure } from "../components/feedback/failure.tsx";
import { CallError } from "../lib/call.ts";
import { reportCaught } from "../lib/error-events.ts";
import styles from "./crash.module.css";

/**
 * Error page. Reports all errors except failed calls as error events, because the boundary hides them from the window.
 */
export function CrashPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const [isBusy, setBusy] = useState(false);

  useEffect(() => {
    if (!(error instanceof CallError)) reportCaught(error);
  }, [error]);

  const retry = async () => {
    setBusy(true);
    await router.invalidate();
    setBusy(false);
    reset();
  };

  return (
    <div className={styles.crash}>
      <Failure busy={isBusy} error={error} isPage onRetry={retry} />
    </div>
  );
}

/** The same if the frame of the site failed. */
export const CrashSite = (props: ErrorComponentProps) => (
  <main>
    <CrashPage {...props} />
  </main>
);
