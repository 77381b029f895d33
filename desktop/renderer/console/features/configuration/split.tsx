import { Stack } from "@mantine/core";
import type { ReactNode } from "react";
import styles from "./configuration.module.css";

interface Props {
  readonly children: ReactNode;
  /** Drawn beside the fields, below them where there is no room. */
  readonly sample: ReactNode;
}

/** Settings beside what they change. */
export function Split({ children, sample }: Props) {
  return (
    <div className={styles.split}>
      <Stack gap="md">{children}</Stack>
      {sample}
    </div>
  );
}
