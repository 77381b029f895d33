import { Button, Group, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { OnlineButton } from "../../../components/buttons.tsx";
import { call } from "../../../lib/api.ts";
import { focusOnMount } from "../../../lib/focus-on-mount.ts";
import { useTranslate } from "../../../lib/language.ts";
import { queryClient } from "../../../lib/query-client.ts";
import { passCallsOf } from "../../passes/queries.ts";
import { toastWithUndo } from "./undo-toast.tsx";

interface Props {
  readonly visit: VisitAnswer;
  readonly onDone: () => void;
}

/** Asks which of the held passes is lost. */
export function LostForm({ visit, onDone }: Props) {
  const t = useTranslate();
  const held = [
    ...(visit.pass ? [{ ...visit.pass, isVehicle: false }] : []),
    ...(visit.carPass ? [{ ...visit.carPass, isVehicle: true }] : []),
  ];
  const lose = useMutation({
    mutationFn: ({ id, isVehicle }: (typeof held)[number]) =>
      call(passCallsOf(isVehicle).change, { params: { id: String(id) }, body: { id, status: "lost" } }),
    onSuccess: (_, { passNo }) => {
      toastWithUndo({ text: t("console.lost.done", { passNo }), action: "lost", visits: [visit] });
      onDone();
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ["passes"] });
      void queryClient.invalidateQueries({ queryKey: ["visits"] });
    },
  });
  return (
    <Stack gap="xs">
      {/* takes the focus of the pressed button, which is gone */}
      <Text ref={focusOnMount} role="alert" tabIndex={-1}>
        {t("console.lost.ask")}
      </Text>
      <Group gap="xs">
        {held.map((pass) => (
          <OnlineButton
            color="red"
            key={pass.id}
            loading={lose.isPending && lose.variables.id === pass.id}
            onClick={() => lose.mutate(pass)}
            variant="light"
          >
            {t(pass.isVehicle ? "console.lost.carPass" : "console.lost.pass", { passNo: pass.passNo })}
          </OnlineButton>
        ))}
        <Button onClick={onDone} variant="default">
          {t("console.shell.close")}
        </Button>
      </Group>
    </Stack>
  );
}
