import { Checkbox } from "../../components/checkbox.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { ScrollText } from "../../components/scroll-text.tsx";
import { useTranslate } from "../../lib/language.ts";
import { coloursOf } from "./colours.ts";
import type { TermItemProps } from "./term-item.tsx";
import styles from "./terms.module.css";

interface TermDialogProps extends Omit<TermItemProps, "isMissing"> {
  readonly onClose: () => void;
}

/** A text in a dialog with its confirmation; ticking that closes the dialog (specification, section 2). */
export function TermDialog({ term, answer, onAnswer, onClose }: TermDialogProps) {
  const t = useTranslate();
  const confirm = (agreed: boolean) => {
    onAnswer(agreed);
    if (agreed) onClose();
  };
  const confirmation = (
    <div className={styles.confirm}>
      <Checkbox checked={answer === true} onChange={confirm}>
        {term.confirmMsg || t("visitor.terms.confirm")}
      </Checkbox>
    </div>
  );
  return (
    <Dialog actions={confirmation} onClose={onClose} title={term.title}>
      <ScrollText
        colours={coloursOf(term)}
        height="full"
        html={term.renderHtml}
        text={term.currentVersion.body}
        title={term.title}
      />
    </Dialog>
  );
}
