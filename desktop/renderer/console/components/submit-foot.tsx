import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslate } from "../lib/language.ts";
import type { Unsaved } from "../lib/use-unsaved.ts";
import { FormFoot } from "./form-foot.tsx";

interface Props {
  readonly unsaved: Unsaved;
  /** It is on its way. */
  readonly isBusy: boolean;
  /** There is nothing to send. */
  readonly disabled?: boolean;
  readonly color?: string;
  /** The way out, unasked where nothing is typed. */
  readonly onLeave: () => void;
  /** What the way out is called: "cancel" unless the drawer shows more than the form. */
  readonly leaving?: "cancel" | "close";
  /** What sends the form. */
  readonly children: ReactNode;
}

/** The usual end of a form in a drawer: what sends it, and the way out. */
export function SubmitFoot({ unsaved, isBusy, onLeave, leaving = "cancel", children, ...button }: Props) {
  const t = useTranslate();
  return (
    <FormFoot unsaved={unsaved}>
      <Button loading={isBusy} type="submit" {...button}>
        {children}
      </Button>
      <Button onClick={() => unsaved.leave(onLeave)} variant="default">
        {t(`console.frame.${leaving}`)}
      </Button>
    </FormFoot>
  );
}
