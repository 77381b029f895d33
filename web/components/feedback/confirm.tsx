import { Button } from "../form/button.tsx";
import { Dialog } from "./dialog.tsx";

interface ConfirmProps {
  readonly question: string;
  readonly detail: string;
  /** Button labels as verbs: "yes" and "no" would depend on the question. */
  readonly yes: string;
  readonly no: string;
  readonly onConfirm: () => void;
  readonly onNo: () => void;
  readonly busy?: boolean;
}

/** Confirmation of an irreversible action. */
export function Confirm({ question, detail, yes, no, onConfirm, onNo, busy = false }: ConfirmProps) {
  const actions = (
    <>
      <Button onClick={onNo}>{no}</Button>
      <Button busy={busy} look="danger" onClick={busy ? undefined : onConfirm}>
        {yes}
      </Button>
    </>
  );
  return (
    <Dialog actions={actions} onClose={onNo} size="narrow" title={question}>
      <p>{detail}</p>
    </Dialog>
  );
}
