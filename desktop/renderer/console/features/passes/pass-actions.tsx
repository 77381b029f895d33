import { Button, Group, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "react-toastify/unstyled";
import type { Pass } from "#contract/visits/passes.ts";
import { call } from "../../lib/api.ts";
import { focusOnMount } from "../../lib/focus-on-mount.ts";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { passCallsOf } from "./queries.ts";

type Action = "lose" | "find" | "retire" | "reuse" | "remove";

/** Actions that the server accepts, by the current status. */
const actions: Readonly<Record<Pass["status"], readonly Action[]>> = {
  available: ["lose", "retire", "remove"],
  issued: ["lose"],
  lost: ["find", "retire", "remove"],
  retired: ["reuse", "remove"],
};

const statusAfter = { lose: "lost", find: "available", retire: "retired", reuse: "available" } as const;

interface Props {
  readonly pass: Pass;
  readonly isVehicle: boolean;
  readonly onRemoved: () => void;
}

/** Buttons for the actions of a pass; irreversible ones ask for confirmation. */
export function PassActions({ pass, isVehicle, onRemoved }: Props) {
  const t = useTranslate();
  const calls = passCallsOf(isVehicle);
  const [confirming, setConfirming] = useState<Action>();
  const act = useMutation({
    mutationFn: (name: Action): Promise<unknown> => {
      const params = { id: String(pass.id) };
      return name === "remove"
        ? call(calls.remove, { params })
        : call(calls.change, { params, body: { id: pass.id, status: statusAfter[name] } });
    },
    onSuccess: (_, name) => {
      toast.success(t(`console.passes.${name}Done`, { passNo: pass.passNo }), {
        toastId: `${name}-${pass.id}`,
      });
      if (name === "remove") onRemoved();
    },
    onSettled: () => {
      setConfirming(undefined);
      void queryClient.invalidateQueries({ queryKey: ["passes"] });
      if (pass.visit) void queryClient.invalidateQueries({ queryKey: ["visits"] });
    },
  });
  const start = (name: Action) => {
    if (name === "remove" || (name === "lose" && pass.status === "issued")) setConfirming(name);
    else act.mutate(name);
  };

  if (confirming) {
    return (
      <Stack gap="xs">
        <Text role="alert">
          {t(confirming === "remove" ? "console.passes.removeAsk" : "console.passes.loseAsk", {
            passNo: pass.passNo,
            name: pass.visit?.name ?? "",
          })}
        </Text>
        <Group gap="xs">
          <Button
            color="red"
            loading={act.isPending}
            onClick={() => act.mutate(confirming)}
            ref={focusOnMount}
          >
            {t(`console.passes.${confirming}`)}
          </Button>
          <Button onClick={() => setConfirming(undefined)} variant="default">
            {t("console.shell.cancel")}
          </Button>
        </Group>
      </Stack>
    );
  }
  return (
    <Group gap="xs">
      {actions[pass.status].map((name) => (
        <Button
          color={name === "remove" ? "red" : undefined}
          key={name}
          loading={act.isPending && act.variables === name}
          onClick={() => start(name)}
          variant={name === "remove" ? "light" : "default"}
        >
          {t(`console.passes.${name}`)}
        </Button>
      ))}
    </Group>
  );
}
