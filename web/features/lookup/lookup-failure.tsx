import { useEffect, useRef } from "react";
import { Failure } from "../../components/feedback/failure.tsx";
import styles from "../../styles/page.module.css";
import type { useLookup } from "./use-lookup.ts";

interface LookupFailureProps {
  readonly failure: NonNullable<ReturnType<typeof useLookup>["failure"]>;
  readonly isBusy: boolean;
}

/** Error of the lookup with a retry. */
export function LookupFailure({ failure: { error, retry }, isBusy }: LookupFailureProps) {
  const section = useRef<HTMLElement>(null);

  // on phones it is below the fold, and the button above would seem to have no effect
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure
  useEffect(() => {
    section.current?.scrollIntoView({ block: "nearest" });
  }, [error]);

  return (
    <section className={styles.card} ref={section}>
      <Failure busy={isBusy} error={error} onRetry={retry} />
    </section>
  );
}
