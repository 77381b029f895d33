import { Button, type ButtonProps } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { useRouter } from "@tanstack/react-router";
import { useMemo } from "react";
import { lazyCode } from "../../components/lazy-code.tsx";
import { usePopup } from "../../components/popup.tsx";
import { useTranslate } from "../../lib/language.ts";
import { useLoadAhead } from "../../lib/load-ahead.ts";
import type { PrintSearch } from "./search.ts";

const PrintOptions = lazyCode(async () => (await import("./print-options.tsx")).PrintOptions);

interface Props {
  /** What the pass list holds. */
  readonly search: PrintSearch;
  /** Also the list of who is inside. */
  readonly hasEvacuation: boolean;
  readonly size?: ButtonProps["size"];
}

/** What can be printed from a list; each opens as it will come out of the printer. */
export function PrintMenu({ search, hasEvacuation, size = "compact-sm" }: Props) {
  const t = useTranslate();
  const router = useRouter();
  const ahead = useMemo(
    () => [PrintOptions.load, async () => router.loadRouteChunk(router.routesByPath["/print/$kind"])],
    [router],
  );
  useLoadAhead(ahead);
  const { button, popup } = usePopup("menu", PrintOptions.load);
  return (
    <>
      <Button {...button} leftSection={<IconPrinter aria-hidden size={16} />} size={size} variant="default">
        {t("console.print.print")}
      </Button>
      {popup && <PrintOptions hasEvacuation={hasEvacuation} popup={popup} search={search} />}
    </>
  );
}
