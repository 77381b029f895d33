import { Button, Stack, Switch, Text, Textarea, TextInput, Title } from "@mantine/core";
import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "react-toastify/unstyled";
import { isWallTime, latestEnd } from "#contract/dates.ts";
import { editVisit, longestStayDays, type VisitAnswer } from "#contract/visits.ts";
import { FormFoot } from "../../components/form-foot.tsx";
import { MomentField } from "../../components/moment-field.tsx";
import { PlainForm } from "../../components/plain-form.tsx";
import { call } from "../../lib/api.ts";
import { checkBody } from "../../lib/check-body.ts";
import { warn } from "../../lib/failures.ts";
import { useTranslate } from "../../lib/language.ts";
import { siteQuery } from "../../lib/site.ts";
import { useDraftForm } from "../../lib/use-draft-form.ts";
import { useSiteNow } from "../../lib/use-site-now.ts";
import { useUnsaved } from "../../lib/use-unsaved.ts";
import { CodeSelect } from "../choices/code-select.tsx";
import { HostSelect } from "../hosts/host-select.tsx";
import { editKey } from "./edit-key.ts";
import { bodyOf, type EditValues, needsApproval, valuesOf } from "./edit-values.ts";
import { takeUpVisits } from "./use-visit-action.ts";

interface Props {
  readonly visit: VisitAnswer;
  readonly onDone: () => void;
}

/** What of a visit may be changed, in its drawer. */
export function EditForm({ visit, onDone }: Props) {
  const t = useTranslate();
  const now = useSiteNow(useSuspenseQuery(siteQuery).data.timezone);
  // As it was when the form was opened; what others change meanwhile is not taken back.
  const [initial] = useState(() => valuesOf(visit));
  const form = useDraftForm<EditValues>(editKey(visit.id), initial);
  const unsaved = useUnsaved(editKey(visit.id), form);
  const { startDate, endDate } = form.values;
  const asksAgain = visit.statusCode === "approved" && needsApproval(form.values, initial);

  const edit = useMutation({
    mutationFn: (values: EditValues) =>
      call(editVisit, { params: { id: String(visit.id) }, body: bodyOf(visit, initial, values) }),
    onSuccess: (after) => {
      form.forget();
      takeUpVisits([after]);
      toast.success(t("console.edit.done", { name: after.name }), { toastId: `edit-${after.id}` });
      onDone();
    },
    onError: (error) => warn(form.refuse(error)),
  });
  const submit = () => {
    const wrong = checkBody(editVisit.body, bodyOf(visit, initial, form.values));
    if (wrong) warn(form.show(wrong));
    else edit.mutate(form.values);
  };

  return (
    <PlainForm aria-labelledby="edit-title" isBusy={edit.isPending} onSubmit={submit}>
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
        <TextInput
          autoComplete="off"
          label={t("console.person.company")}
          {...form.getInputProps("company")}
        />
        <TextInput
          autoComplete="off"
          label={t("console.person.position")}
          {...form.getInputProps("position")}
        />
        <TextInput
          autoComplete="off"
          label={t("console.person.carNumber")}
          {...form.getInputProps("carNumber")}
        />
        <HostSelect
          error={form.errors.hostUser}
          onChange={(host) => form.setFieldValue("hostUser", host as never)}
          path="hostUser"
          value={form.values.hostUser}
        />
        <CodeSelect
          allowDeselect={false}
          current={visit.purpose}
          kind="purpose"
          required
          {...form.getInputProps("purpose")}
        />
        <CodeSelect
          clearable
          current={visit.accessiblePlace}
          kind="place"
          {...form.getInputProps("location")}
        />
        <MomentField
          disabled={visit.enteredAt !== null}
          error={form.errors.startDate}
          hint={visit.enteredAt !== null && t("console.edit.startFixed")}
          label={t("console.visit.start")}
          onChange={(moment) => form.setFieldValue("startDate", moment as never)}
          path="startDate"
          value={startDate}
        />
        <MomentField
          error={form.errors.endDate}
          label={t("console.visit.end")}
          max={isWallTime(startDate) ? latestEnd(startDate, longestStayDays).slice(0, 10) : undefined}
          min={now.slice(0, 10)}
          onChange={(moment) => form.setFieldValue("endDate", moment as never)}
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
        {asksAgain && (
          <Switch
            description={t("console.edit.keepHint")}
            label={t("console.edit.keep")}
            {...form.getInputProps("keepApproval", { type: "checkbox" })}
          />
        )}
        <FormFoot unsaved={unsaved}>
          <Button disabled={!form.isChanged} loading={edit.isPending} type="submit">
            {t("console.edit.submit")}
          </Button>
          <Button onClick={() => unsaved.leave(onDone)} variant="default">
            {t("console.frame.cancel")}
          </Button>
        </FormFoot>
      </Stack>
    </PlainForm>
  );
}

const focusOnce = (field: HTMLInputElement | null) => field?.focus();
