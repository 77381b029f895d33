import { Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { toast } from "react-toastify/unstyled";
import { AskButton } from "../../components/ask-button.tsx";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import type { Draft } from "./queries.ts";
import styles from "./set-up.module.css";
import { putInForce, underWay } from "./take-over.ts";

interface Props {
  readonly drafts: readonly Draft[];
  readonly step: "policy" | "terms";
}

/** Texts that wait to be put in force, and what has to be filled in first. */
export function DraftAction({ drafts, step }: Props) {
  const t = useTranslate();
  const enforce = useMutation({
    mutationKey: underWay(step, "enforce"),
    mutationFn: () => putInForce(drafts),
    onSuccess: () => toast.success(t(`console.setUp.enforced_${step}`), { toastId: `enforced-${step}` }),
    // over once what became of it is read
    onSettled: () =>
      Promise.all(
        ["setUp", "texts", "configuration"].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
      ),
  });
  const blanks = new Set(drafts.flatMap((draft) => draft.blanks));
  return (
    <Stack align="flex-start" gap="xs">
      <ul className={styles.drafts}>
        {drafts.map((draft) => (
          <li key={draft.id}>
            {draft.title}
            <Text c={draft.blanks.length > 0 ? "var(--status-entered)" : "dimmed"} size="sm">
              {draft.blanks.length > 0
                ? t("console.setUp.blanks", { count: draft.blanks.length, blanks: draft.blanks.join(" ") })
                : t("console.setUp.noBlanks")}
            </Text>
          </li>
        ))}
      </ul>
      <AskButton
        isBusy={enforce.isPending}
        label={t(`console.setUp.enforce_${step}`)}
        onYes={() => enforce.mutate()}
        question={t(blanks.size > 0 ? "console.setUp.enforceBlanks" : "console.setUp.enforceAsk", {
          count: blanks.size,
        })}
        size="compact-sm"
      />
    </Stack>
  );
}
