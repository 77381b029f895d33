import { useTranslate } from "../../lib/language.ts";
import { Button } from "../form/button.tsx";
import { Dialog } from "./dialog.tsx";

interface QuestionProps {
  readonly question: string;
  readonly detail: string;
  readonly onYes: () => void;
  readonly onNo: () => void;
  readonly busy?: boolean;
}

/** Asks before something that cannot be taken back. */
export function Question({ question, detail, onYes, onNo, busy = false }: QuestionProps) {
  const t = useTranslate();
  const actions = (
    <>
      <Button onClick={onNo}>{t("visitor.site.no")}</Button>
      <Button busy={busy} look="danger" onClick={busy ? undefined : onYes}>
        {t("visitor.site.yes")}
      </Button>
    </>
  );
  return (
    <Dialog actions={actions} onClose={onNo} size="narrow" title={question}>
      <p>{detail}</p>
    </Dialog>
  );
}
