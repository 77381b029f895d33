import { Button } from "../form/button.tsx";
import { Dialog } from "./dialog.tsx";

interface ConfirmProps {
  readonly question: string;
  readonly detail: string;
  /** verbs, because "yes" and "no" would depend on the question */
  readonly confirmLabel: string;
  readonly cancelLabel: string;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
  readonly busy?: boolean;
}

/** Confirmation of an irreversible action. */
export function Confirm({
  question,
  detail,
  confirmLabel,
  cancelLabel,
  onConfirm,
  onCancel,
  busy = false,
}: ConfirmProps) {
  const actions = (
    <>
      <Button onClick={onCancel}>{cancelLabel}</Button>
      <Button busy={busy} onClick={busy ? undefined : onConfirm} variant="danger">
        {confirmLabel}
      </Button>
    </>
  );
  return (
    <Dialog actions={actions} onClose={onCancel} size="narrow" title={question}>
      <p>{detail}</p>
    </Dialog>
  );
}
