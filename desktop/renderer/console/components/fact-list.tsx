import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import styles from "./section.module.css";

interface Props {
  /** What is empty is left out. */
  readonly facts: readonly (readonly [label: string, value: ReactNode])[];
}

/** Labels and what stands behind them. */
export function FactList({ facts }: Props) {
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([, value]) => value)
        .map(([label, value]) => (
          <div className={styles.fact} key={label}>
            <Text c="dimmed" component="dt" size="sm">
              {label}
            </Text>
            <Text className={styles.value} component="dd">
              {value}
            </Text>
          </div>
        ))}
    </dl>
  );
}
