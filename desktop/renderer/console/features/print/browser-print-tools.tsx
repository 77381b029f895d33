import { Button } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { useTranslate } from "../../lib/language.ts";
import { BadgeSettings } from "./badge-settings.tsx";
import type { BadgeView } from "./use-badge-view.ts";

interface Props {
  readonly isReady: boolean;
  /** Of badges. */
  readonly view?: BadgeView | undefined;
}

/** The browser's own dialog, once every letter is there; for badges their paper. */
export function BrowserPrintTools({ isReady, view }: Props) {
  const t = useTranslate();
  const print = async () => {
    await document.fonts.ready;
    window.print();
  };
  return (
    <>
      {view && <BadgeSettings view={view} />}
      <Button
        disabled={!isReady}
        leftSection={<IconPrinter aria-hidden size={16} />}
        onClick={() => void print()}
      >
        {t("console.print.print")}
      </Button>
    </>
  );
}
