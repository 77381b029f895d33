import { ActionIcon, Button, Group, SimpleGrid, Skeleton, Text, TextInput } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "react-toastify/unstyled";
import { useSiteNow } from "#browser/use-site-now.ts";
import { changeHoliday, newHoliday } from "#contract/site/holidays.ts";
import { DayField } from "../../components/dates/day-field.tsx";
import { ErrorState } from "../../components/empty-state.tsx";
import { Form } from "../../components/form.tsx";
import { Section } from "../../components/section.tsx";
import { call } from "../../lib/api.ts";
import { useSaveForm } from "../../lib/forms/use-save-form.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { HolidayList } from "./holiday-list.tsx";
import { cacheHolidays, holidaysQuery } from "./queries.ts";

interface Props {
  readonly mayChange: boolean;
  readonly timezone: string;
}

/** The holidays of a year; each change is saved immediately. */
export function HolidaySection({ mayChange, timezone }: Props) {
  const t = useTranslate();
  const thisYear = Number(useSiteNow(timezone).slice(0, 4));
  const [chosen, setChosen] = useState<number>();
  const year = chosen ?? thisYear;
  const holidays = useQuery(holidaysQuery(year, useLanguage()));
  const yearButton = (by: number) => (
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
    <Section
      hint={t("console.holidays.hint")}
      id="configuration-holidays"
      title={t("console.holidays.title")}
    >
      <Group gap="xs">
        {yearButton(-1)}
        <Text aria-live="polite" fw={600}>
          {t("console.holidays.year", { year: String(year) })}
        </Text>
        {yearButton(1)}
      </Group>
      {holidays.isPending && <Skeleton height={200} />}
      {holidays.isError && !holidays.data && (
        <ErrorState onRetry={() => void holidays.refetch()} error={holidays.error} />
      )}
      {holidays.data && <HolidayList holidays={holidays.data} mayChange={mayChange} />}
      {mayChange && <AddHoliday onAdded={setChosen} />}
    </Section>
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
      cacheHolidays(saved);
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
