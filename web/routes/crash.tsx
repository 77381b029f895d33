import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { Failure } from "../components/feedback/failure.tsx";
import { CallError } from "../lib/call.ts";
import { reportCaught } from "../lib/error-events.ts";
import styles from "./crash.module.css";

/**
 * Shown in place of a page that could not be loaded or drawn. A failed call is told as such; anything
 * else is also reported as an error event, as the boundary has kept it from the window.
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

/** The same where not even the frame of the site could be drawn. */
export const CrashSite = (props: ErrorComponentProps) => (
  <main>
    <CrashPage {...props} />
  </main>
);
