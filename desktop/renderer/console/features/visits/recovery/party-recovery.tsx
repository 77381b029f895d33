import { Button, Checkbox, Fieldset, Group, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "react-toastify/unstyled";
import { recoverVisit } from "#contract/visits/visit-actions.ts";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { OnlineButton } from "../../../components/buttons.tsx";
import { Form } from "../../../components/form.tsx";
import { call } from "../../../lib/api.ts";
import { showFailure } from "../../../lib/failures.ts";
import { focusOnMount } from "../../../lib/focus-on-mount.ts";
import { useTranslate } from "../../../lib/language.ts";
import { queryClient } from "../../../lib/query-client.ts";
import { cacheVisits } from "../queries.ts";
import { toastWithUndo } from "../undo/undo-toast.tsx";

interface Choice {
  readonly isLeaving: boolean;
  readonly passReturned: boolean;
  readonly carPassReturned: boolean;
}

const defaultChoice: Choice = { isLeaving: true, passReturned: true, carPassReturned: true };

interface PartyProps {
  readonly visit: VisitAnswer;
  readonly companions: readonly VisitAnswer[];
  /** Called when all selected visitors have left. */
  readonly onDone: () => void;
}

/** Button that opens the form to check out a group. */
export function PartyRecovery({ visit, companions, onDone }: PartyProps) {
  const t = useTranslate();
  const [isOpen, setOpen] = useState(false);
  const members = [visit, ...companions].filter(({ actions }) => actions.includes("recovery"));
  if (members.length < 2) return null;
  if (isOpen) return <PartyRecoveryForm members={members} onCancel={() => setOpen(false)} onDone={onDone} />;
  return (
    <Button onClick={() => setOpen(true)} variant="default" w="fit-content">
      {t("console.recovery.party", { count: members.length })}
    </Button>
  );
}

interface Props {
  /** Visitors who are inside or still hold a pass. */
  readonly members: readonly VisitAnswer[];
  readonly takesFocus?: boolean;
  readonly onCancel: () => void;
  /** Called when all selected visitors have left. */
  readonly onDone: () => void;
}

/** Checks out several visitors, each with the returned passes. Refused ones stay in the form. */
export function PartyRecoveryForm({ members, takesFocus = false, onCancel, onDone }: Props) {
  const t = useTranslate();
  const [choices, setChoices] = useState<Readonly<Record<number, Choice>>>({});
  const choiceOf = (id: number) => choices[id] ?? defaultChoice;
  const choose = (id: number, change: Partial<Choice>) =>
    setChoices({ ...choices, [id]: { ...choiceOf(id), ...change } });

  const recovery = useMutation({
    // one call per visitor; a refused one does not stop the others
    async mutationFn(leaving: readonly VisitAnswer[]) {
      const done: VisitAnswer[] = [];
      const refused: unknown[] = [];
      for (const { id } of leaving) {
        const { passReturned, carPassReturned } = choiceOf(id);
        const body = { passReturned, carPassReturned };
        await call(recoverVisit, { params: { id: String(id) }, body }).then(
          (after) => done.push(after),
          (error: unknown) => refused.push(error),
        );
      }
      return { done, refused };
    },
    // not `members`, which a live refresh may have changed meanwhile
    onSuccess({ done, refused }, before) {
      cacheVisits(done);
      const left = done.filter(({ id }) =>
        before.some((visit) => visit.id === id && visit.statusCode === "entered"),
      );
      const text = t("console.recovery.partyDone", { count: done.length });
      if (left.length > 0) toastWithUndo({ text, action: "recovery", visits: left });
      else if (done.length > 0) toast.success(text);
      const [first] = refused;
      if (first) {
        showFailure(first);
        void queryClient.invalidateQueries({ queryKey: ["visits"] });
      } else onDone();
    },
  });

  const leaving = members.filter(({ id }) => choiceOf(id).isLeaving);
  return (
    <Form onSubmit={() => recovery.mutate(leaving)}>
      <Fieldset legend={t("console.recovery.legend")}>
        <Stack gap="sm">
          {members.map(({ id, name, pass, carPass }) => (
            <Stack gap={6} key={id}>
              <Checkbox
                checked={choiceOf(id).isLeaving}
                label={t("console.recovery.member", { name })}
                onChange={(event) => choose(id, { isLeaving: event.currentTarget.checked })}
              />
              {pass && choiceOf(id).isLeaving && (
                <Checkbox
                  checked={choiceOf(id).passReturned}
                  label={t("console.recovery.pass", { passNo: pass.passNo })}
                  ml="lg"
                  onChange={(event) => choose(id, { passReturned: event.currentTarget.checked })}
                />
              )}
              {carPass && choiceOf(id).isLeaving && (
                <Checkbox
                  checked={choiceOf(id).carPassReturned}
                  label={t("console.recovery.carPass", { passNo: carPass.passNo })}
                  ml="lg"
                  onChange={(event) => choose(id, { carPassReturned: event.currentTarget.checked })}
                />
              )}
            </Stack>
          ))}
          <Group gap="xs">
            <OnlineButton
              disabled={leaving.length === 0}
              loading={recovery.isPending}
              type="submit"
              {...(takesFocus && { "data-autofocus": true, ref: focusOnMount })}
            >
              {t("console.recovery.partySubmit", { count: leaving.length })}
            </OnlineButton>
            <Button onClick={onCancel} variant="default">
              {t("console.shell.close")}
            </Button>
          </Group>
        </Stack>
      </Fieldset>
    </Form>
  );
}
