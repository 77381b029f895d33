import { Button, Group, Input, SimpleGrid, Stack, Switch, Text, Textarea, TextInput } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useSiteNow } from "#browser/use-site-now.ts";
import { defaultEnd, isWallTime, latestEnd } from "#contract/dates.ts";
import { formatPhone } from "#contract/phone.ts";
import { maxStayDays } from "#contract/visit-actions.ts";
import { CodeSelect } from "../../components/choices/code-select.tsx";
import { HostSelect } from "../../components/choices/host-select.tsx";
import { DateTimeField } from "../../components/date-time-field.tsx";
import { Form } from "../../components/form.tsx";
import { Section } from "../../components/section.tsx";
import { useTranslate } from "../../lib/language.ts";
import { reach, useCurrentUser } from "../../lib/session.ts";
import { siteQuery } from "../../lib/site.ts";
import { useDraftForm } from "../../lib/use-form.ts";
import { PersonFields } from "../visits/person-fields.tsx";
import { CompanionsField } from "./companions-field.tsx";
import { emptyReservation, periodOf, type ReserveValues, useReserve } from "./use-reserve.ts";

/** A visitor and companions, reserved by staff; the desk for anybody, a host for visitors of their own. */
export function ReserveForm() {
  const t = useTranslate();
  const user = useCurrentUser();
  const isOwn = reach(user, "visits.reserve") === "own";
  const now = useSiteNow(useSuspenseQuery(siteQuery).data.timezone);
  const form = useDraftForm<ReserveValues>("reserve", emptyReservation);
  const { submit, isPending } = useReserve(form, user, now);
  const { startDate, endDate } = periodOf(form.values, now);
  const isReadable = isWallTime(startDate);
  const clearPeriodErrors = () => {
    form.clearFieldError("startDate");
    form.clearFieldError("endDate");
  };
  /** A walk-in stands there: the times follow the clock again. */
  const beginNow = () => {
    form.setValues({ startDate: "", endDate: "" });
    clearPeriodErrors();
  };
  const changeStart = (start: string) => {
    // The end moves along until it was chosen; an end that would be over before the start follows again.
    const isChosen = form.values.endDate !== "" && form.values.endDate > start;
    form.setValues({ startDate: start, endDate: isChosen ? form.values.endDate : "" });
    clearPeriodErrors();
  };
  const changeEnd = (end: string) => {
    form.setValues({
      startDate,
      endDate: isReadable && end === defaultEnd(startDate, maxStayDays) ? "" : end,
    });
    clearPeriodErrors();
  };
  const mobile = form.getInputProps("cellphone");

  return (
    <Form isBusy={isPending} onSubmit={submit}>
      <Stack gap="md">
        <Section title={t("console.reserve.visit")}>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {isOwn ? (
              <Input.Wrapper label={t("console.visit.host")} labelElement="div">
                <Text py={6}>{[user.name, user.department, user.position].filter(Boolean).join(" · ")}</Text>
              </Input.Wrapper>
            ) : (
              <HostSelect
                error={form.errors.hostUser}
                onChange={(host) => form.setFieldValue("hostUser", host)}
                path="hostUser"
                value={form.values.hostUser}
              />
            )}
            {!isOwn && (
              <Switch
                description={t("console.reserve.askHostHint")}
                label={t("console.reserve.askHost")}
                mt={{ base: 0, sm: 28 }}
                {...form.getInputProps("askHost", { type: "checkbox" })}
              />
            )}
            {isOwn && <div />}
            <CodeSelect allowDeselect={false} kind="purpose" required {...form.getInputProps("purpose")} />
            <CodeSelect clearable kind="place" {...form.getInputProps("location")} />
            <DateTimeField
              error={form.errors.startDate}
              label={t("console.visit.start")}
              min={now.slice(0, 10)}
              onChange={changeStart}
              path="startDate"
              value={startDate}
            />
            <DateTimeField
              error={form.errors.endDate}
              label={t("console.visit.end")}
              max={isReadable ? latestEnd(startDate, maxStayDays).slice(0, 10) : undefined}
              min={isReadable ? startDate.slice(0, 10) : undefined}
              onChange={changeEnd}
              isEnd
              path="endDate"
              value={endDate}
            />
          </SimpleGrid>
          <Group gap="xs">
            <Button onClick={beginNow} size="compact-sm" variant="default">
              {t("console.reserve.now")}
            </Button>
            <Text c="dimmed" size="sm">
              {t(form.values.startDate === "" ? "console.reserve.nowOn" : "console.reserve.nowHint")}
            </Text>
          </Group>
        </Section>
        <Section title={t("console.visit.visitor")}>
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
            <TextInput
              autoComplete="off"
              label={t("console.person.name")}
              required
              {...form.getInputProps("name")}
            />
            <TextInput
              autoComplete="off"
              description={t("console.reserve.mobileHint")}
              inputMode="tel"
              inputWrapperOrder={["label", "input", "description", "error"]}
              label={t("console.person.cellphone")}
              {...mobile}
              onChange={(event) =>
                form.setFieldValue("cellphone", formatPhone(event.currentTarget.value, form.values.cellphone))
              }
            />
            <PersonFields form={form} />
          </SimpleGrid>
          <Textarea
            autosize
            label={t("console.visit.note")}
            maxRows={8}
            minRows={2}
            {...form.getInputProps("note")}
          />
        </Section>
        <Section hint={t("console.reserve.companionsHint")} title={t("console.reserve.companions")}>
          <CompanionsField form={form} />
        </Section>
        <Group gap="xs">
          <Button loading={isPending} size="md" type="submit">
            {t(form.values.askHost && !isOwn ? "console.reserve.submitAsk" : "console.reserve.submit")}
          </Button>
          {form.isChanged && (
            <Button disabled={isPending} onClick={form.forget} size="md" variant="default">
              {t("console.reserve.clear")}
            </Button>
          )}
        </Group>
      </Stack>
    </Form>
  );
}
