import { Paper, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

interface Props {
  readonly title: string;
  readonly hint?: string;
  readonly children: ReactNode;
}

/** A part of a page with its own heading. */
export function Section({ title, hint, children }: Props) {
  return (
    <Paper aria-label={title} component="section" p={{ base: "md", sm: "lg" }} radius="lg" withBorder>
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
