import { SimpleGrid, Stack, Switch, Textarea, TextInput } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useSiteNow } from "#browser/use-site-now.ts";
import { formatPhone } from "#contract/phone.ts";
import type { PreviousVisitor } from "#contract/visits/previous-visitors.ts";
import { CodeSelect, useCodes } from "../../components/choices/code-select.tsx";
import { HostSelect } from "../../components/choices/host-select.tsx";
import { Form } from "../../components/form.tsx";
import { Section } from "../../components/section.tsx";
import { useAskBeforeUnload } from "../../lib/forms/ask-before-unload.ts";
import { useDraftForm } from "../../lib/forms/use-form.ts";
import { useTranslate } from "../../lib/language.ts";
import { scopeOf, useCurrentUser } from "../../lib/session.ts";
import { siteQuery } from "../../lib/site.ts";
import { PersonFields } from "../visits/person-fields.tsx";
import { CompanionsField } from "./companions-field.tsx";
import { OwnHost } from "./own-host.tsx";
import { PeriodFields } from "./period-fields.tsx";
import { PreviousCompanions } from "./previous-companions.tsx";
import { ReserveFooter } from "./reserve-footer.tsx";
import { emptyReservation, periodOf, type ReserveValues, useReserve } from "./use-reserve.ts";
import { VisitorName } from "./visitor-name.tsx";

interface Props {
  /** Key of the draft. */
  readonly draft?: string;
  readonly initial?: ReserveValues;
}

/**
 * Reservation by staff: the desk reserves for any host, a host for their own visitors. Required fields come first, so that
 * a walk-in takes few keystrokes.
 */
export function ReserveForm({ draft = "reserve", initial = emptyReservation }: Props) {
  const t = useTranslate();
  const user = useCurrentUser();
  const isOwn = scopeOf(user, "visits.reserve") === "own";
  const { timezone, requestInputPlace } = useSuspenseQuery(siteQuery).data;
  const now = useSiteNow(timezone);
  const { data: places = [] } = useCodes("place");
  // a single place is preselected
  const place = { isRequired: requestInputPlace, only: places.length === 1 ? String(places[0]?.id) : null };
  const form = useDraftForm<ReserveValues>(draft, initial);
  useAskBeforeUnload(form.isChanged);
  // the visitor is known, so the visit comes first
  const isRepeat = initial !== emptyReservation;
  const { submit, isPending } = useReserve(form, draft, user, { now, place });
  const mobile = form.getInputProps("cellphone");
  const { previousVisit } = form.values;
  const fillFrom = ({
    id,
    name,
    company,
    position,
    carNumber,
    cellPhone,
    emailMasked,
    hostUser,
    purpose,
    accessiblePlace,
    companions,
  }: PreviousVisitor) => {
    form.clearErrors();
    form.setValues({
      name,
      company,
      position,
      carNumber,
      cellphone: "",
      email: "",
      previousVisit: { id, name, cellPhone, emailMasked, companions },
      ...(!isOwn && hostUser && { hostUser }),
      ...(purpose && { purpose: String(purpose.id) }),
      ...(accessiblePlace && { location: String(accessiblePlace.id) }),
    });
  };

  const visitorSection = (
    <Section title={t("console.visit.visitor")}>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        <VisitorName form={form} onSelect={fillFrom} takesFocus={!isRepeat} />
        <TextInput
          autoComplete="off"
          description={
            previousVisit?.cellPhone
              ? t("console.reserve.previousNumber", { number: previousVisit.cellPhone })
              : t("console.reserve.mobileHint")
          }
          inputMode="tel"
          inputWrapperOrder={["label", "input", "description", "error"]}
          label={t("console.person.cellphone")}
          placeholder={previousVisit?.cellPhone}
          {...mobile}
          error={form.errors.cellphone ?? form.errors.previousVisit}
          onChange={(event) =>
            form.setFieldValue("cellphone", formatPhone(event.currentTarget.value, form.values.cellphone))
          }
        />
        <PersonFields fields={["company"]} form={form} />
      </SimpleGrid>
    </Section>
  );
  const visitSection = (
    <Section title={t("console.reserve.visit")}>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {isOwn ? (
          <OwnHost form={form} user={user} />
        ) : (
          <HostSelect
            error={form.errors.hostUser}
            onChange={(host) => form.setFieldValue("hostUser", host)}
            path="hostUser"
            period={periodOf(form.values, now)}
            value={form.values.hostUser}
          />
        )}
        <CodeSelect kind="purpose" required {...form.getInputProps("purpose")} />
        {place.isRequired && (
          <CodeSelect
            kind="place"
            required
            {...form.getInputProps("location")}
            value={form.values.location ?? place.only}
          />
        )}
      </SimpleGrid>
      <PeriodFields form={form} hasDayChoices={isOwn || isRepeat} now={now} />
      {!isOwn && (
        <Switch
          description={t("console.reserve.askHostHint")}
          label={t("console.reserve.askHost")}
          {...form.getInputProps("askHost", { type: "checkbox" })}
        />
      )}
    </Section>
  );

  return (
    <Form isBusy={isPending} onSubmit={submit}>
      <Stack gap="md">
        {isRepeat && visitSection}
        {visitorSection}
        {!isRepeat && visitSection}
        <Section title={t("console.reserve.more")}>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <PersonFields fields={["position", "carNumber"]} form={form} />
            <TextInput
              autoComplete="off"
              description={
                previousVisit?.emailMasked
                  ? t("console.reserve.previousEmail", { email: previousVisit.emailMasked })
                  : t("console.reserve.emailHint")
              }
              inputMode="email"
              inputWrapperOrder={["label", "input", "description", "error"]}
              label={t("console.person.email")}
              placeholder={previousVisit?.emailMasked}
              {...form.getInputProps("email")}
            />
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
          <PreviousCompanions form={form} />
          <CompanionsField form={form} />
        </Section>
        <ReserveFooter
          asksHost={form.values.askHost && !isOwn}
          form={form}
          isPending={isPending}
          isRepeat={isRepeat}
          now={now}
        />
      </Stack>
    </Form>
  );
}
