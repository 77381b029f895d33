import { ActionIcon, Group, Input, SimpleGrid, Stack, Switch, Text } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { toast } from "react-toastify/unstyled";
import { useSiteNow } from "#browser/use-site-now.ts";
import { addDays } from "#contract/dates.ts";
import { maxDelegationDays, maxDeputies, newDelegation } from "#contract/people/delegations.ts";
import type { NamedItem } from "#contract/site/user-codes.ts";
import { HostSelect } from "../../components/choices/host-select.tsx";
import { DayField } from "../../components/dates/day-field.tsx";
import { Form, SubmitFooter } from "../../components/form.tsx";
import { useSaveForm } from "../../lib/forms/use-save-form.ts";
import { useTranslate } from "../../lib/language.ts";
import { siteQuery } from "../../lib/site.ts";
import { refreshDelegations, sendDelegation } from "./queries.ts";

interface Props {
  /** The host, if an administrator enters it; else the user's own delegation. */
  readonly hostId: number | undefined;
  readonly onDone: () => void;
}

type Values = { from: string; to: string; deputies: NamedItem[]; isAway: boolean };

export const delegationKey = (hostId: number | undefined) => `delegation-${hostId ?? "own"}`;

/** Period, deputies, and whether the host is away. */
export function DelegationForm({ hostId, onDone }: Props) {
  const t = useTranslate();
  const today = useSiteNow(useSuspenseQuery(siteQuery).data.timezone).slice(0, 10);
  // Snapshot from when the form was opened.
  const [initial] = useState((): Values => ({ from: today, to: today, deputies: [], isAway: true }));
  const key = delegationKey(hostId);
  const { form, unsaved, isBusy, submit } = useSaveForm({
    key,
    initial,
    schema: newDelegation,
    bodyOf: ({ deputies, ...rest }) => ({ ...rest, deputies: deputies.map(({ id }) => id) }),
    send: (body) => sendDelegation(hostId, body),
    onSaved: () => {
      toast.success(t("console.delegations.saved"), { toastId: key });
      onDone();
    },
    onSettled: refreshDelegations,
  });
  const { from, to, deputies } = form.values;
  const latest = from && addDays(from, maxDelegationDays - 1);
  return (
    <Form aria-label={t("console.delegations.add")} isBusy={isBusy} onSubmit={submit}>
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <DayField
            error={form.errors.from}
            label={t("console.delegations.from")}
            min={today}
            onChange={(day) => {
              form.setFieldValue("from", day);
              if (day > to) form.setFieldValue("to", day);
            }}
            value={from}
          />
          <DayField
            error={form.errors.to}
            label={t("console.delegations.to")}
            max={latest}
            min={from || today}
            onChange={(day) => form.setFieldValue("to", day)}
            value={to}
          />
        </SimpleGrid>
        <Switch
          description={t("console.delegations.isAwayHint")}
          label={t("console.delegations.isAway")}
          {...form.getInputProps("isAway", { type: "checkbox" })}
        />
        <DeputyFields
          deputies={deputies}
          error={form.errors.deputies}
          onChange={(next) => {
            form.clearFieldError("deputies");
            form.setFieldValue("deputies", next);
          }}
        />
        <SubmitFooter isBusy={isBusy} onLeave={onDone} unsaved={unsaved}>
          {t("console.delegations.save")}
        </SubmitFooter>
      </Stack>
    </Form>
  );
}

interface DeputyFieldsProps {
  readonly deputies: readonly NamedItem[];
  readonly error: ReactNode;
  readonly onChange: (deputies: NamedItem[]) => void;
}

/** Deputies, added one at a time. */
function DeputyFields({ deputies, error, onChange }: DeputyFieldsProps) {
  const t = useTranslate();
  return (
    <Stack gap="xs">
      {deputies.length > 0 && (
        <Input.Wrapper label={t("console.delegations.deputies")} labelElement="div">
          <Stack component="ul" gap={4} m={0} p={0} style={{ listStyle: "none" }}>
            {deputies.map(({ id, name }) => (
              <Group component="li" gap="xs" key={id} wrap="nowrap">
                <Text>{name}</Text>
                <ActionIcon
                  aria-label={t("console.delegations.removeDeputy", { name })}
                  color="gray"
                  onClick={() => onChange(deputies.filter((deputy) => deputy.id !== id))}
                  variant="subtle"
                >
                  <IconX aria-hidden size={16} />
                </ActionIcon>
              </Group>
            ))}
          </Stack>
        </Input.Wrapper>
      )}
      {deputies.length < maxDeputies ? (
        <HostSelect
          error={error}
          isOptional
          key={deputies.length}
          label={t(deputies.length > 0 ? "console.delegations.anotherDeputy" : "console.delegations.deputy")}
          onChange={(host) => {
            if (host && !deputies.some(({ id }) => id === host.id)) onChange([...deputies, host]);
          }}
          path="deputies"
          value={null}
        />
      ) : (
        <Text c="dimmed" size="sm">
          {t("console.delegations.mostDeputies", { count: maxDeputies })}
        </Text>
      )}
    </Stack>
  );
}
