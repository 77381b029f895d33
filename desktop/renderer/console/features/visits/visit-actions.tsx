import { Group } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import type { VisitAnswer } from "#contract/visits.ts";
import { OnlineButton } from "../../components/buttons.tsx";
import { useTranslate } from "../../lib/language.ts";
import { dropDraft, readDraft } from "../../stores/drafts.ts";
import { ReasonForm, RecoveryForm, reasonDraft } from "./reason-form.tsx";
import { type PlainAction, useVisitAction } from "./use-visit-action.ts";

interface Props {
  readonly visit: VisitAnswer;
  readonly onDone?: (action: PlainAction) => void;
  /** Puts the focus on what is most likely wanted: recording an exit, after a pass was scanned. */
  readonly isRecoveryFirst?: boolean;
}

/** In the order in which a desk would reach for them; `issue` has a form of its own. */
const order = ["approve", "reject", "recovery", "undo", "cancel", "revert", "close"] as const;
const asked = new Set<PlainAction>(["reject", "revert", "cancel", "close"]);
const primary = new Set<PlainAction>(["approve", "recovery"]);

/** The buttons that the server says this person may press now. */
export function VisitActions({ visit, onDone, isRecoveryFirst = false }: Props) {
  const t = useTranslate();
  // What was typed before the session ended stands there again.
  const [open, setOpen] = useState<PlainAction | undefined>(() =>
    order.find((name) => visit.actions.includes(name) && readDraft(reasonDraft(name, visit.id))),
  );
  const action = useVisitAction((_after, done) => {
    setOpen(undefined);
    dropDraft(reasonDraft(done, visit.id));
    onDone?.(done);
  });
  const recovery = useRef<HTMLButtonElement>(null);
  // The drawer takes the focus before its visit has been read.
  useEffect(() => {
    if (isRecoveryFirst) recovery.current?.focus();
  }, [isRecoveryFirst]);
  const available = order.filter((name) => visit.actions.includes(name));
  const run = (name: PlainAction, more: object = {}) =>
    action.mutate({ action: name, id: visit.id, ...more });
  const hasPassOut = visit.pass !== null || visit.carPass !== null;

  if (open === "recovery") {
    return (
      <RecoveryForm
        isPending={action.isPending}
        onCancel={() => setOpen(undefined)}
        onSubmit={(returned) => run("recovery", returned)}
        visit={visit}
      />
    );
  }
  if (open) {
    return (
      <ReasonForm
        action={open}
        error={action.error}
        isPending={action.isPending}
        isRequired={open === "reject" || open === "revert"}
        key={open}
        onCancel={() => setOpen(undefined)}
        onSubmit={(text) =>
          run(open, open === "reject" || open === "revert" ? { reason: text } : { note: text })
        }
        visitId={visit.id}
      />
    );
  }
  const press = (name: PlainAction) => {
    action.reset();
    if (asked.has(name) || (name === "recovery" && hasPassOut)) setOpen(name);
    else run(name);
  };
  return (
    <Group gap="xs">
      {available.map((name) => (
        <OnlineButton
          color={name === "reject" ? "red" : undefined}
          key={name}
          // for a drawer that takes the focus after this: what was opened before is there at once
          data-autofocus={(isRecoveryFirst && name === "recovery") || undefined}
          loading={action.isPending && action.variables?.action === name}
          onClick={() => press(name)}
          ref={name === "recovery" ? recovery : undefined}
          variant={primary.has(name) ? "filled" : name === "reject" ? "light" : "default"}
        >
          {t(`console.action.${name}`)}
        </OnlineButton>
      ))}
    </Group>
  );
}
