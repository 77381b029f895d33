import { Button, Group, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { toast } from "react-toastify/unstyled";
import { fromInstant } from "#contract/dates.ts";
import { failureText } from "../../lib/failures.ts";
import { useTranslate } from "../../lib/language.ts";
import { siteQuery } from "../../lib/site.ts";
import { collectVisits } from "../visits/collect-visits.ts";
import type { VisitListAsk } from "../visits/queries.ts";
import type { VisitsSearch } from "../visits/visits-search.ts";
import { csv } from "./csv.ts";
import { saveFile } from "./save-file.ts";
import { visitLines } from "./visit-lines.ts";

interface Props {
  readonly list: NonNullable<VisitsSearch["list"]>;
  /** The filters and the order of the list on the screen. */
  readonly ask: Omit<VisitListAsk, "page" | "size">;
}

/** Every row that fits, up to 10,000, as a file that Excel opens; tells how far it is, and can be called off. */
export function ExportButton({ list, ask }: Props) {
  const t = useTranslate();
  const { timezone } = useSuspenseQuery(siteQuery).data;
  const [progress, setProgress] = useState("");
  const stopping = useRef<AbortController>(undefined);
  useEffect(() => () => stopping.current?.abort(), []);

  const save = useMutation({
    mutationFn: async () => {
      stopping.current = new AbortController();
      const { signal } = stopping.current;
      const { rows, isCut } = await collectVisits(list, ask, {
        signal,
        onProgress: (done, total) => setProgress(t("console.export.progress", { done, total })),
      });
      const at = fromInstant(new Date(), timezone).replace(" ", "_").replace(":", "");
      const name = `${t("console.export.file", { list: t(`console.export.${list}`) })}_${at}.csv`;
      saveFile(name, "text/csv;charset=utf-8", csv(visitLines(rows, t)));
      return { count: rows.length, isCut };
    },
    onSuccess: ({ count, isCut }) => {
      if (isCut) toast.warning(t("console.export.cut", { count }), { toastId: "export" });
      else toast.success(t("console.export.done", { count }), { toastId: "export" });
    },
    onError: (error) => {
      if (!stopping.current?.signal.aborted)
        toast.warning(failureText(error), { toastId: failureText(error) });
    },
    onSettled: () => setProgress(""),
  });

  if (save.isPending)
    return (
      <Group gap="xs" wrap="nowrap">
        <Text className="tabular" role="status" size="sm">
          {progress || t("console.export.begun")}
        </Text>
        <Button onClick={() => stopping.current?.abort()} size="compact-sm" variant="default">
          {t("console.frame.cancel")}
        </Button>
      </Group>
    );
  return (
    <Button
      leftSection={<IconDownload aria-hidden size={16} />}
      onClick={() => save.mutate()}
      size="compact-sm"
      variant="default"
    >
      {t("console.export.csv")}
    </Button>
  );
}
