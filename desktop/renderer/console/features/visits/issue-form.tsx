import { Fieldset, Group, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { toast } from "react-toastify/unstyled";
import { issueVisit } from "#contract/visit-actions.ts";
import type { VisitAnswer } from "#contract/visits.ts";
import { OnlineButton } from "../../components/buttons.tsx";
import { CallError, call } from "../../lib/api.ts";
import { useTranslate } from "../../lib/language.ts";
import { useDraftForm } from "../../lib/use-form.ts";
import { freePassesQuery } from "../passes/queries.ts";
import { cacheVisits } from "./use-visit-action.ts";

interface Props {
  readonly visit: VisitAnswer;
  /** Companions who may be let in together with the leader. */
  readonly companions: readonly VisitAnswer[];
  /** The first number is ready to be typed or scanned over. */
  readonly takesFocus: boolean;
  readonly onDone?: ((visit: VisitAnswer) => void) | undefined;
}

type Member = { passNo: string; carPassNo: string };

/** Issues passes to a visitor, or to a whole party, all or nothing. Free numbers are suggested, ready to be typed or scanned over. */
export function IssueForm({ visit, companions, takesFocus, onDone }: Props) {
  const t = useTranslate();
  const members = [visit, ...companions.filter(({ actions }) => actions.includes("issue"))];
  const initial = {
    guide: visit.guide,
    members: members.map(
      ({ pass, carPass }): Member => ({
        passNo: pass?.passNo ?? "",
        carPassNo: carPass?.passNo ?? "",
      }),
    ),
  };
  const form = useDraftForm(`issue-${members.map(({ id }) => id).join("-")}`, initial);
  const first = useRef<HTMLInputElement>(null);
  const free = useQuery(freePassesQuery(members.length));

  // Free numbers stand ready, selected, until somebody has typed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when they have been read
  useEffect(() => {
    if (!free.data || form.isDirty()) return;
    const left = free.data.map(({ passNo }) => passNo);
    form.setFieldValue(
      "members",
      form.values.members.map((member) => ({ ...member, passNo: member.passNo || (left.shift() ?? "") })),
    );
    if (takesFocus) setTimeout(() => first.current?.select());
  }, [free.data]);

  const issue = useMutation({
    mutationFn: ({ guide, members: filled }: typeof form.values) => {
      const [leader, ...party] = filled.map((member, index) => ({
        visitID: members[index]?.id ?? 0,
        ...member,
      }));
      return call(issueVisit, {
        params: { id: String(visit.id) },
        body: { visitID: visit.id, passNo: leader?.passNo, carPassNo: leader?.carPassNo, guide, party },
      });
    },
    onSuccess: (visits) => {
      form.forget();
      cacheVisits(visits);
      const name =
        visits.length > 1
          ? t("console.issue.party", { name: visit.name, count: visits.length - 1 })
          : visit.name;
      toast.success(t("console.done.issue", { name }), { toastId: `issue-${visit.id}` });
      const [after] = visits;
      if (after) onDone?.(after);
    },
    onError: (error) => {
      const other = form.refuse(renamed(error));
      if (other) toast.warning(other, { toastId: other });
    },
  });

  return (
    <form noValidate onSubmit={form.onSubmit((values) => issue.mutate(values))}>
      <Stack gap="sm">
        {members.map((member, index) => (
          <Fieldset
            key={member.id}
            legend={members.length > 1 ? member.name : t("console.issue.legend")}
            variant={members.length > 1 ? "default" : "unstyled"}
          >
            <Group align="flex-start" gap="sm" grow>
              <TextInput
                autoComplete="off"
                label={t("console.issue.passNo")}
                required
                {...form.getInputProps(`members.${index}.passNo`)}
                {...(index === 0 && takesFocus && { "data-autofocus": true, ref: first })}
              />
              <TextInput
                autoComplete="off"
                label={t("console.issue.carPassNo")}
                {...form.getInputProps(`members.${index}.carPassNo`)}
              />
            </Group>
          </Fieldset>
        ))}
        <TextInput
          autoComplete="off"
          description={t("console.issue.guideHint")}
          label={t("console.visit.guide")}
          {...form.getInputProps("guide")}
        />
        {free.data?.length === 0 && (
          <Text c="dimmed" size="sm">
            {t("console.issue.noneFree")}
          </Text>
        )}
        {visit.consentMissing && (
          <Text c="var(--status-entered)" size="sm">
            {t("console.visit.consentMissing")}
          </Text>
        )}
        <OnlineButton loading={issue.isPending} type="submit">
          {t(members.length > 1 ? "console.issue.submitParty" : "console.action.issue")}
        </OnlineButton>
      </Stack>
    </form>
  );
}

/** The server's fields as this form has them: the leader's own beside `party.0.passNo` for the companions. */
function renamed(error: unknown): unknown {
  if (!(error instanceof CallError) || !error.fields) return error;
  const entries = Object.entries(error.fields).map(([field, text]) => {
    const member = /^party\.(\d+)\.(\w+)$/.exec(field);
    if (member) return [`members.${Number(member[1]) + 1}.${member[2]}`, text];
    return [field === "passNo" || field === "carPassNo" ? `members.0.${field}` : field, text];
  });
  return new CallError("refused", 400, Object.fromEntries(entries));
}
