import { Alert, Stack, Switch, Text, Textarea, TextInput, Title } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "react-toastify/unstyled";
import { useSiteNow } from "#browser/use-site-now.ts";
import { isWallTime, latestEnd } from "#contract/dates.ts";
import { editVisit, maxStayDays } from "#contract/visits/visit-actions.ts";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { CodeSelect } from "../../components/choices/code-select.tsx";
import { HostSelect } from "../../components/choices/host-select.tsx";
import { DateTimeField } from "../../components/dates/date-time-field.tsx";
import { Form, SubmitFoot } from "../../components/form.tsx";
import { call } from "../../lib/api.ts";
import { useSaveForm } from "../../lib/forms/use-save-form.ts";
import { useTranslate } from "../../lib/language.ts";
import { reach, useCurrentUser } from "../../lib/session.ts";
import { siteQuery } from "../../lib/site.ts";
import { bodyOf, needsApproval, valuesOf } from "./edit-values.ts";
import { ContactFields, PersonFields } from "./person-fields.tsx";
import { cacheVisits, editKey } from "./queries.ts";

interface Props {
  readonly visit: VisitAnswer;
  readonly onDone: () => void;
  /** A host gave the visit to somebody else, and sees it no more. */
  readonly onGiven: () => void;
}

/** What of a visit may be changed, in its drawer; its host neither changes the number nor keeps an approval. */
export function EditForm({ visit, onDone, onGiven }: Props) {
  const t = useTranslate();
  const user = useCurrentUser();
  const isOwn = reach(user, "visits.edit") === "own";
  const now = useSiteNow(useSuspenseQuery(siteQuery).data.timezone);
  // As it was when the form was opened; what others change meanwhile is not taken back.
  const [initial] = useState(() => valuesOf(visit));
  const { form, unsaved, isBusy, submit } = useSaveForm({
    key: editKey(visit.id),
    initial,
    schema: editVisit.body,
    bodyOf: (values) => bodyOf(visit, initial, values),
    send: (body) => call(editVisit, { params: { id: String(visit.id) }, body }),
    onSaved: (after) => {
      const isGiven = isOwn && after.hostUser.id !== user.id;
      toast.success(t("console.edit.done", { name: after.name }), { toastId: `edit-${after.id}` });
      // what is somebody else's is not read again
      if (isGiven) return onGiven();
      cacheVisits([after]);
      onDone();
    },
  });
  const { startDate, endDate, hostUser } = form.values;
  const newHost = hostUser && hostUser.id !== initial.hostUser?.id ? hostUser : undefined;
  const asksAgain = visit.statusCode === "approved" && needsApproval(form.values, initial);

  return (
    <Form aria-labelledby="edit-title" isBusy={isBusy} onSubmit={submit}>
      <Stack gap="sm">
        <Title id="edit-title" order={2} size="h3">
          {t("console.edit.title", { name: visit.name })}
        </Title>
        {visit.followersCnt > 0 && (
          <Text c="dimmed" size="sm">
            {t("console.edit.party", { count: visit.followersCnt })}
          </Text>
        )}
        <TextInput
          autoComplete="off"
          data-autofocus
          label={t("console.person.name")}
          ref={focusOnce}
          required
          {...form.getInputProps("name")}
        />
        {!isOwn && <ContactFields form={form} visit={visit} />}
        <PersonFields form={form} />
        <HostSelect
          error={form.errors.hostUser}
          onChange={(host) => form.setFieldValue("hostUser", host)}
          path="hostUser"
          value={form.values.hostUser}
        />
        <CodeSelect current={visit.purpose} kind="purpose" required {...form.getInputProps("purpose")} />
        <CodeSelect
          clearable
          current={visit.accessiblePlace}
          kind="place"
          {...form.getInputProps("location")}
        />
        <DateTimeField
          disabled={visit.enteredAt !== null}
          error={form.errors.startDate}
          hint={visit.enteredAt !== null && t("console.edit.startFixed")}
          label={t("console.visit.start")}
          onChange={(dateTime) => form.setFieldValue("startDate", dateTime)}
          path="startDate"
          value={startDate}
        />
        <DateTimeField
          error={form.errors.endDate}
          label={t("console.visit.end")}
          max={isWallTime(startDate) ? latestEnd(startDate, maxStayDays).slice(0, 10) : undefined}
          min={now.slice(0, 10)}
          onChange={(dateTime) => form.setFieldValue("endDate", dateTime)}
          isEnd
          path="endDate"
          value={endDate}
        />
        <Textarea
          autosize
          label={t("console.visit.note")}
          maxRows={8}
          minRows={2}
          {...form.getInputProps("note")}
        />
        {isOwn && (asksAgain || newHost) && (
          <Alert role="status" variant="light">
            {newHost ? t("console.edit.gives", { host: newHost.name }) : t("console.edit.asksAgain")}
          </Alert>
        )}
        {asksAgain && !isOwn && (
          <Switch
            description={t("console.edit.keepHint")}
            label={t("console.edit.keep")}
            {...form.getInputProps("keepApproval", { type: "checkbox" })}
          />
        )}
        <SubmitFoot disabled={!form.isChanged} isBusy={isBusy} onLeave={onDone} unsaved={unsaved}>
          {t("console.edit.submit")}
        </SubmitFoot>
      </Stack>
    </Form>
  );
}

const focusOnce = (field: HTMLInputElement | null) => field?.focus();
