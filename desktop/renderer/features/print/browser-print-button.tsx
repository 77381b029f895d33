import { Button } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { useTranslate } from "../../lib/language.ts";

/** The browser's own dialog, once every letter is there. */
export function BrowserPrintButton({ isReady }: { readonly isReady: boolean }) {
  const t = useTranslate();
  const print = async () => {
    await document.fonts.ready;
    window.print();
  };
  return (
    <Button
      disabled={!isReady}
      leftSection={<IconPrinter aria-hidden size={16} />}
      onClick={() => void print()}
    >
      {t("console.print.print")}
    </Button>
  );
}
