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
import { decisionMessages } from "./queries.ts";
import { ReasonForm, reasonKey } from "./reason-form.tsx";
import { RecoveryForm } from "./recovery/recovery-form.tsx";
import { LostForm } from "./undo/lost-form.tsx";
import { RevertForm, SentMessages } from "./undo/revert-form.tsx";
import { useRevert } from "./undo/use-revert.ts";
import { type PlainAction, useVisitAction } from "./use-visit-action.ts";
import type { DrawerForm } from "./visit-tools.tsx";

/** Form to open in a visit's drawer; check-in and check-out are among the details. */
export type VisitDrawerAction = DrawerForm | "issue" | "recovery";

interface Props {
  readonly visit: VisitAnswer;
  readonly onDone?: (action: PlainAction, after: VisitAnswer) => void;
  /** Limits the buttons. Default: all allowed actions. */
  readonly only?: readonly VisitAction[] | undefined;
  readonly className?: string | undefined;
  /** Focuses the check-out button. */
  readonly isRecoveryFirst?: boolean;
  /** "recovery" opens the form of returned passes. */
  readonly startsWith?: VisitDrawerAction | undefined;
  /** Additional buttons after the actions. */
  readonly children?: ReactNode;
  /** Additional buttons before the actions. */
  readonly before?: ReactNode;
}

/** Most frequent first; `issue` has its own form. */
const order = ["approve", "reject", "recovery", "undo", "cancel", "revert", "lost", "close"] as const;
const plainActions = ["approve", "reject", "recovery", "undo", "cancel", "close"] as const;
type ButtonAction = (typeof order)[number];
const actionsWithForm = new Set<ButtonAction>(["reject", "cancel", "close", "lost"]);
const primaryActions = new Set<ButtonAction>(["approve", "recovery"]);

/** Buttons of the actions that the server allows the user. */
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
  const holdsPass = visit.pass !== null || visit.carPass !== null;
  // reopens a form with a draft, for example after the session expired
  const [open, setOpen] = useState<PlainAction | "lost" | undefined>(() =>
    startsWith === "recovery" && holdsPass && visit.actions.includes("recovery")
      ? "recovery"
      : plainActions.find((name) => visit.actions.includes(name) && readDraft(reasonKey(name, visit.id))),
  );
  const [sentMessages, setSentMessages] = useState<readonly MessageAnswer[]>([]);
  const action = useVisitAction((after, done) => {
    setOpen(undefined);
    dropDraft(reasonKey(done, visit.id));
    onDone?.(done, after);
  });
  const revert = useRevert(visit, { restoresDraft: visit.actions.includes("revert") });
  const recovery = useRef<HTMLButtonElement>(null);
  // the drawer takes the focus before the visit is loaded
  useEffect(() => {
    if (isRecoveryFirst) recovery.current?.focus();
  }, [isRecoveryFirst]);
  const available = order.filter((name) => visit.actions.includes(name) && (!only || only.includes(name)));
  const run = (name: PlainAction, more: object = {}) =>
    action.mutate({ action: name, id: visit.id, from: visit.statusCode, ...more });
  const undo = useMutation({
    mutationFn: () => decisionMessages(queryClient, visit.id, currentLanguage()),
    onSuccess: (messages) => {
      setSentMessages(messages);
      if (messages.length > 0) setOpen("undo");
      else run("undo");
    },
  });

  if (revert.prompt) return <RevertForm revert={revert} visitId={visit.id} />;
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
        draftKey={reasonKey(open, visit.id)}
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
        {open === "undo" && <SentMessages hint={t("console.undo.correction")} messages={sentMessages} />}
      </ReasonForm>
    );
  }
  const start = (name: ButtonAction) => {
    action.reset();
    if (name === "revert") revert.start(visit.statusCode === "entered" ? "issue" : "recovery");
    else if (name === "undo") undo.mutate();
    else if (name === "lost" || actionsWithForm.has(name) || (name === "recovery" && holdsPass))
      setOpen(name);
    else run(name);
  };
  const isBusy = (name: ButtonAction) =>
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
          // for a cached visit: the drawer takes the focus after this component is mounted
          data-autofocus={(isRecoveryFirst && name === "recovery") || undefined}
          loading={isBusy(name)}
          onClick={() => start(name)}
          ref={name === "recovery" ? recovery : undefined}
          variant={primaryActions.has(name) ? "filled" : name === "reject" ? "light" : "default"}
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
