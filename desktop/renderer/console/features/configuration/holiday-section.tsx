import { ActionIcon, Button, Group, SimpleGrid, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "react-toastify/unstyled";
import { formatDay } from "#browser/formats.ts";
import { useSiteNow } from "#browser/use-site-now.ts";
import {
  changeHoliday,
  type HolidayAnswer,
  type HolidaysAnswer,
  newHoliday,
  restoreHoliday,
} from "#contract/site/holidays.ts";
import { DayField } from "../../components/dates/day-field.tsx";
import { ErrorState } from "../../components/empty-state.tsx";
import { Form } from "../../components/form.tsx";
import { Section } from "../../components/section.tsx";
import { call } from "../../lib/api.ts";
import { useSaveForm } from "../../lib/forms/use-save-form.ts";
import { currentLanguage, useLanguage, useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import styles from "./configuration.module.css";
import { holidaysQuery } from "./queries.ts";

interface Props {
  readonly mayChange: boolean;
  readonly timezone: string;
}

/** The holidays of a year: each is saved by itself. */
export function HolidaySection({ mayChange, timezone }: Props) {
  const t = useTranslate();
  const thisYear = Number(useSiteNow(timezone).slice(0, 4));
  const [chosen, setChosen] = useState<number>();
  const year = chosen ?? thisYear;
  const holidays = useQuery(holidaysQuery(year, useLanguage()));
  const turn = (by: number) => (
    <ActionIcon
      aria-label={t(by < 0 ? "console.holidays.before" : "console.holidays.after")}
      onClick={() => setChosen(year + by)}
      size="lg"
      variant="default"
    >
      {by < 0 ? <IconChevronLeft aria-hidden /> : <IconChevronRight aria-hidden />}
    </ActionIcon>
  );
  return (
    <Section hint={t("console.holidays.hint")} title={t("console.holidays.title")}>
      <Group gap="xs">
        {turn(-1)}
        <Text aria-live="polite" fw={600}>
          {t("console.holidays.year", { year: String(year) })}
        </Text>
        {turn(1)}
      </Group>
      {holidays.isPending && <Skeleton height={200} />}
      {holidays.isError && !holidays.data && (
        <ErrorState again={() => void holidays.refetch()} error={holidays.error} />
      )}
      {holidays.data && <HolidayList holidays={holidays.data} mayChange={mayChange} />}
      {mayChange && <AddHoliday onAdded={setChosen} />}
    </Section>
  );
}

const keep = (saved: HolidaysAnswer) => {
  queryClient.setQueryData(holidaysQuery(saved.year, currentLanguage()).queryKey, saved);
};

function HolidayList({
  holidays,
  mayChange,
}: {
  readonly holidays: HolidaysAnswer;
  readonly mayChange: boolean;
}) {
  const t = useTranslate();
  return (
    <Stack gap="xs">
      {!holidays.known && (
        <Text size="sm">{t("console.holidays.unknown", { year: String(holidays.year) })}</Text>
      )}
      {holidays.known && holidays.days.length === 0 && (
        <Text c="dimmed" size="sm">
          {t("console.holidays.none")}
        </Text>
      )}
      <ul className={styles.holidays}>
        {holidays.days.map((holiday) => (
          <HolidayRow holiday={holiday} key={holiday.day} mayChange={mayChange} />
        ))}
      </ul>
    </Stack>
  );
}

function HolidayRow({
  holiday,
  mayChange,
}: {
  readonly holiday: HolidayAnswer;
  readonly mayChange: boolean;
}) {
  const t = useTranslate();
  const language = useLanguage();
  const { day, name, off, publicName, changed } = holiday;
  const params = { day };
  const change = useMutation({
    mutationFn: () =>
      changed ? call(restoreHoliday, { params }) : call(changeHoliday, { params, body: { off: false } }),
    onSuccess: keep,
  });
  const remove = changed && publicName === null;
  return (
    <li className={styles.holiday} data-work={!off || undefined}>
      <span className={styles.holidayName}>
        <span className={styles.holidayDay}>{formatDay(day, language)}</span>
        <span>
          {name}
          {!off && ` (${t("console.holidays.work")})`}
        </span>
      </span>
      {mayChange && (
        <Button
          aria-label={t(
            remove ? "console.holidays.removeOf" : off ? "console.holidays.workOf" : "console.holidays.offOf",
            {
              name,
              day,
            },
          )}
          loading={change.isPending}
          onClick={() => change.mutate()}
          size="compact-sm"
          variant="subtle"
        >
          {t(remove ? "console.holidays.remove" : off ? "console.holidays.toWork" : "console.holidays.toOff")}
        </Button>
      )}
    </li>
  );
}

const initial = { day: "", name: "" };

function AddHoliday({ onAdded }: { readonly onAdded: (year: number) => void }) {
  const t = useTranslate();
  const { form, isBusy, submit } = useSaveForm({
    key: "holiday-add",
    initial,
    schema: newHoliday,
    bodyOf: (values) => values,
    send: ({ day, name }) => call(changeHoliday, { params: { day }, body: { name, off: true } }),
    onSaved: (saved) => {
      keep(saved);
      onAdded(saved.year);
      toast.success(t("console.holidays.added"), { toastId: "holiday-add" });
    },
  });
  return (
    <Form aria-label={t("console.holidays.add")} isBusy={isBusy} onSubmit={submit}>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <DayField
          error={form.errors.day}
          label={t("console.holidays.day")}
          onChange={(day) => form.setFieldValue("day", day)}
          value={form.values.day}
        />
        <TextInput label={t("console.holidays.name")} {...form.getInputProps("name")} />
        <Group align="end">
          <Button loading={isBusy} type="submit" variant="default">
            {t("console.holidays.add")}
          </Button>
        </Group>
      </SimpleGrid>
    </Form>
  );
}
