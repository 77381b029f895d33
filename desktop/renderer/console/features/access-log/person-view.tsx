import { Button, Group, Stack, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { searchAccessLog } from "#contract/privacy/access-log.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { Form } from "../../components/form.tsx";
import { Section } from "../../components/section.tsx";
import { DataTable } from "../../components/table/data-table.tsx";
import { useListTable } from "../../components/table/use-list-table.ts";
import { CallError, call } from "../../lib/api.ts";
import { checkBody } from "../../lib/forms/use-form.ts";
import { useTranslate } from "../../lib/language.ts";
import { accessColumnOrder, accessColumns } from "./columns.tsx";
import { AccessDrawer } from "./drawers.tsx";

/**
 * Finds who accessed a person's data, by mobile number. The number is sent in the request body only: it must not reach
 * the URL, the query cache or drafts.
 */
export function PersonView() {
  const t = useTranslate();
  const [cellPhone, setCellPhone] = useState("");
  const [error, setError] = useState<string>();
  const [open, setOpen] = useState<number>();
  const search = useMutation({
    mutationFn: (body: { readonly cellPhone: string; readonly page: number }) =>
      call(searchAccessLog, { body }),
    onError: (failure) => setError(failure instanceof CallError ? failure.fields?.cellPhone : undefined),
    gcTime: 0,
  });
  const submit = () => {
    const errors = checkBody(searchAccessLog.body, { cellPhone });
    setError(errors?.cellPhone);
    if (!errors) search.mutate({ cellPhone, page: 1 });
  };
  const submitted = search.variables;
  const isRefused = search.error instanceof CallError && search.error.fields !== undefined;
  const table = useListTable({
    name: "accessOfPerson",
    columns: accessColumns,
    columnOrder: accessColumnOrder,
    data: search.data,
    enableSorting: false,
    search: { page: submitted?.page },
    onSearch: ({ page = 1 }) => submitted && search.mutate({ ...submitted, page }),
    meta: { onOpen: setOpen },
  });
  return (
    <Stack gap="md">
      <Section hint={t("console.access.personHint")} title={t("console.access.person")}>
        <Form isBusy={search.isPending} onSubmit={submit}>
          <Group align="flex-start" gap="xs">
            <TextInput
              autoComplete="off"
              error={error}
              inputMode="tel"
              label={t("console.visit.cellPhone")}
              maxLength={30}
              onChange={(event) => {
                setCellPhone(event.currentTarget.value);
                setError(undefined);
              }}
              placeholder="010-0000-1234"
              value={cellPhone}
              w={240}
            />
            <Button
              leftSection={<IconSearch aria-hidden size={16} />}
              loading={search.isPending}
              mt={24}
              type="submit"
            >
              {t("console.access.personSubmit")}
            </Button>
          </Group>
        </Form>
      </Section>
      {submitted && !error && !isRefused && (
        <DataTable
          answer={{
            data: search.data,
            isPending: search.isPending,
            isError: search.isError,
            error: search.error,
            isPlaceholderData: false,
            refetch: () => search.mutate(submitted),
          }}
          caption={t("console.access.person")}
          empty={
            <EmptyState title={t("console.access.personNone")}>
              {t("console.access.personNoneText")}
            </EmptyState>
          }
          table={table}
        />
      )}
      <AccessDrawer
        onClose={() => setOpen(undefined)}
        row={search.data?.rows.find(({ id }) => id === open)}
      />
    </Stack>
  );
}
