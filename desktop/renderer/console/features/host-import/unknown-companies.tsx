import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { addCompany } from "#contract/site/companies.ts";
import { CallError, call } from "../../lib/api.ts";
import { warn } from "../../lib/failures.ts";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";

interface Props {
  readonly unknown: readonly { readonly name: string; readonly count: number }[];
}

/** Companies with a button of their own; the others are counted. */
const maxShown = 12;

/** Companies in the file that the site does not know, with buttons to add one or all. */
export function UnknownCompanies({ unknown }: Props) {
  const t = useTranslate();
  const add = useMutation({
    mutationFn: async (names: readonly string[]) => {
      for (const name of names) await call(addCompany, { body: { name, inUse: true } });
    },
    onError: (error) => {
      if (error instanceof CallError) warn(Object.values(error.fields ?? {})[0]);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["companies"] }),
  });
  if (unknown.length === 0) return null;
  const addCompanies = (names: readonly string[]) => {
    if (!add.isPending) add.mutate(names);
  };
  const isAdding = (names: readonly string[]) => add.isPending && add.variables.join() === names.join();
  const all = unknown.map(({ name }) => name);
  return (
    <Alert color="orange" title={t("console.hostImport.companies.title", { count: unknown.length })}>
      <Stack gap="xs">
        <Text size="sm">{t("console.hostImport.companies.text")}</Text>
        <Group gap="xs">
          {unknown.slice(0, maxShown).map(({ name, count }) => (
            <Button
              key={name}
              leftSection={<IconPlus aria-hidden size={14} />}
              loading={isAdding([name])}
              onClick={() => addCompanies([name])}
              size="compact-sm"
              variant="default"
            >
              {t("console.hostImport.companies.add", { name, count: count.toLocaleString() })}
            </Button>
          ))}
          {unknown.length > 1 && (
            <Button loading={isAdding(all)} onClick={() => addCompanies(all)} size="compact-sm">
              {t("console.hostImport.companies.addAll", { count: unknown.length })}
            </Button>
          )}
        </Group>
        {unknown.length > maxShown && (
          <Text c="dimmed" size="sm">
            {t("console.hostImport.companies.more", { count: unknown.length - maxShown })}
          </Text>
        )}
      </Stack>
    </Alert>
  );
}
