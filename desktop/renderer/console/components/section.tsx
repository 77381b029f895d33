import { Paper, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import styles from "./section.module.css";

interface SectionProps {
  readonly title: string;
  readonly hint?: string;
  /** For links to it. */
  readonly id?: string;
  readonly children: ReactNode;
}

/** A section of a page with a heading. */
export function Section({ title, hint, id, children }: SectionProps) {
  return (
    <Paper aria-label={title} component="section" id={id} p={{ base: "md", sm: "lg" }} radius="lg" withBorder>
      <Stack gap="md">
        <div>
          <Title order={2} size="h4">
            {title}
          </Title>
          {hint && (
            <Text c="dimmed" size="sm">
              {hint}
            </Text>
          )}
        </div>
        {children}
      </Stack>
    </Paper>
  );
}

interface FactListProps {
  /** Empty values are omitted. */
  readonly facts: readonly (readonly [label: string, value: ReactNode])[];
}

/** A list of labels and values. */
export function FactList({ facts }: FactListProps) {
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
