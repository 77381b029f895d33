import { Group } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { MessageAnswer } from "#contract/messages/sms.ts";
import type { VisitAction, VisitAnswer } from "#contract/visits/visits.ts";
import { OnlineButton } from "../../components/buttons.tsx";
import { currentLanguage, useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { dropDraft, readDraft } from "../../stores/drafts.ts";
import { recoveryKey } from "./labels.ts";
import { toldOfDecision } from "./queries.ts";
import { ReasonForm, RecoveryForm, reasonDraft } from "./reason-form.tsx";
import { LostForm } from "./undo/lost-form.tsx";
import { RevertForm, SentMessages } from "./undo/revert-form.tsx";
import { useRevert } from "./undo/use-revert.ts";
import { type PlainAction, useVisitAction } from "./use-visit-action.ts";

/** What a visit's drawer is opened for. */
export type VisitDrawerAction = "issue" | "recovery" | "edit" | "when" | "address" | "message";

interface Props {
  readonly visit: VisitAnswer;
  readonly onDone?: (action: PlainAction, after: VisitAnswer) => void;
  /** Of all buttons only these, for a place with room for few. */
  readonly only?: readonly VisitAction[] | undefined;
  /** How its buttons stand; beside each other unless said. */
  readonly className?: string | undefined;
  /** Puts the focus on what is most likely wanted: recording an exit, after a pass was scanned. */
  readonly isRecoveryFirst?: boolean;
  /** Asks at once which passes came back, where one is out. */
  readonly startsWith?: VisitDrawerAction | undefined;
  /** Other buttons of the same row, and those that are wanted sooner. */
  readonly children?: ReactNode;
  readonly before?: ReactNode;
}

/** In the order in which a desk would reach for them; `issue` has a form of its own. */
const order = ["approve", "reject", "recovery", "undo", "cancel", "revert", "lost", "close"] as const;
const plain = ["approve", "reject", "recovery", "undo", "cancel", "close"] as const;
type Pressed = (typeof order)[number];
const asked = new Set<Pressed>(["reject", "cancel", "close", "lost"]);
const primary = new Set<Pressed>(["approve", "recovery"]);

/** The buttons that the server says this person may press now. */
export function VisitActions({
  visit,
  onDone,
  only,
  className,
  isRecoveryFirst = false,
  startsWith,
  children,
  before,
}: Props) {
  const t = useTranslate();
  // What was typed before the session ended stands there again.
  const hasPassOut = visit.pass !== null || visit.carPass !== null;
  const [open, setOpen] = useState<PlainAction | "lost" | undefined>(() =>
    startsWith === "recovery" && hasPassOut && visit.actions.includes("recovery")
      ? "recovery"
      : plain.find((name) => visit.actions.includes(name) && readDraft(reasonDraft(name, visit.id))),
  );
  const [told, setTold] = useState<readonly MessageAnswer[]>([]);
  const action = useVisitAction((after, done) => {
    setOpen(undefined);
    dropDraft(reasonDraft(done, visit.id));
    onDone?.(done, after);
  });
  const revert = useRevert(visit, { restores: visit.actions.includes("revert") });
  const recovery = useRef<HTMLButtonElement>(null);
  // The drawer takes the focus before its visit has been read.
  useEffect(() => {
    if (isRecoveryFirst) recovery.current?.focus();
  }, [isRecoveryFirst]);
  const available = order.filter((name) => visit.actions.includes(name) && (!only || only.includes(name)));
  const run = (name: PlainAction, more: object = {}) =>
    action.mutate({ action: name, id: visit.id, from: visit.statusCode, ...more });
  const undo = useMutation({
    mutationFn: () => toldOfDecision(queryClient, visit.id, currentLanguage()),
    onSuccess: (messages) => {
      setTold(messages);
      if (messages.length > 0) setOpen("undo");
      else run("undo");
    },
  });

  if (revert.ask) return <RevertForm revert={revert} visitId={visit.id} />;
  if (open === "lost") return <LostForm onDone={() => setOpen(undefined)} visit={visit} />;
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
    const isRejecting = open === "reject";
    return (
      <ReasonForm
        action={t(`console.action.${open}`)}
        color={isRejecting ? "red" : undefined}
        draft={reasonDraft(open, visit.id)}
        error={action.error}
        isPending={action.isPending}
        isRequired={isRejecting}
        key={open}
        label={t(isRejecting ? "console.reason.reject" : "console.reason.note")}
        onCancel={() => setOpen(undefined)}
        canShow={isRejecting}
        onSubmit={(text, showReason) =>
          run(open, isRejecting ? { reason: text, showReason } : { note: text })
        }
      >
        {open === "undo" && <SentMessages hint={t("console.undo.correction")} messages={told} />}
      </ReasonForm>
    );
  }
  const press = (name: Pressed) => {
    action.reset();
    if (name === "revert") revert.press(visit.statusCode === "entered" ? "issue" : "recovery");
    else if (name === "undo") undo.mutate();
    else if (name === "lost" || asked.has(name) || (name === "recovery" && hasPassOut)) setOpen(name);
    else run(name);
  };
  const isBusy = (name: Pressed) =>
    (name === "revert" && revert.isPending) ||
    (name === "undo" && undo.isPending) ||
    (action.isPending && action.variables?.action === name);
  return (
    <Group className={className} gap="xs">
      {before}
      {available.map((name) => (
        <OnlineButton
          color={name === "reject" ? "red" : undefined}
          key={name}
          // for a drawer that takes the focus after this: what was opened before is there at once
          data-autofocus={(isRecoveryFirst && name === "recovery") || undefined}
          loading={isBusy(name)}
          onClick={() => press(name)}
          ref={name === "recovery" ? recovery : undefined}
          variant={primary.has(name) ? "filled" : name === "reject" ? "light" : "default"}
        >
          {t(
            name === "revert" && visit.statusCode === "exited"
              ? "console.undo.recovery"
              : name === "recovery"
                ? recoveryKey(visit)
                : `console.action.${name}`,
          )}
        </OnlineButton>
      ))}
      {children}
    </Group>
  );
}
