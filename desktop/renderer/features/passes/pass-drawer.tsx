import { Anchor, Button, Divider, Group, Stack, Text, TextInput, Title } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "react-toastify/unstyled";
import type { Pass } from "#contract/passes.ts";
import { FormFoot } from "../../components/form-foot.tsx";
import { Empty } from "../../components/place-holder.tsx";
import { PlainForm } from "../../components/plain-form.tsx";
import { SideDrawer } from "../../components/side-drawer.tsx";
import { call } from "../../lib/api.ts";
import { checkBody } from "../../lib/check-body.ts";
import { warn } from "../../lib/failures.ts";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { useDraftForm } from "../../lib/use-draft-form.ts";
import { useUnsaved } from "../../lib/use-unsaved.ts";
import { PassMoves } from "./pass-moves.tsx";
import { PassStatus } from "./pass-status.tsx";
import { callsOf } from "./queries.ts";

interface Props {
  readonly isVehicle: boolean;
  /** Whether a pass is asked for at all. */
  readonly isOpen: boolean;
  /** Undefined where it is not on the page that is shown. */
  readonly pass: Pass | undefined;
  readonly onClose: () => void;
  readonly onOpenVisit: (id: number) => void;
}

/** One pass: its number and kind, who has it, and what becomes of it. */
export function PassDrawer({ isVehicle, isOpen, pass, onClose, onOpenVisit }: Props) {
  const t = useTranslate();
  return (
    <SideDrawer
      isOpen={isOpen}
      onClose={onClose}
      title={t(isVehicle ? "console.nav.vehiclePasses" : "console.nav.visitorPasses")}
    >
      {isOpen && !pass && <Empty title={t("console.passes.gone")}>{t("console.passes.goneText")}</Empty>}
      {isOpen && pass && (
        <PassDetail
          isVehicle={isVehicle}
          key={pass.id}
          onClose={onClose}
          onOpenVisit={onOpenVisit}
          pass={pass}
        />
      )}
    </SideDrawer>
  );
}

interface DetailProps extends Omit<Props, "pass" | "isOpen"> {
  readonly pass: Pass;
}

function PassDetail({ pass, isVehicle, onClose, onOpenVisit }: DetailProps) {
  const t = useTranslate();
  const calls = callsOf(isVehicle);
  const key = `pass-${pass.id}`;
  const [initial, setInitial] = useState({ passNo: pass.passNo, kind: pass.kind });
  const form = useDraftForm(key, initial);
  const unsaved = useUnsaved(key, form);
  const bodyOf = ({ passNo, kind }: typeof initial) => ({
    id: pass.id,
    kind,
    // What is out keeps its number.
    ...(pass.status !== "issued" && { passNo }),
  });
  const change = useMutation({
    mutationFn: (values: typeof initial) =>
      call(calls.change, { params: { id: String(pass.id) }, body: bodyOf(values) }),
    onSuccess: (after) => {
      const saved = { passNo: after.passNo, kind: after.kind };
      form.forget();
      setInitial(saved);
      form.setValues(saved);
      void queryClient.invalidateQueries({ queryKey: ["passes"] });
      toast.success(t("console.passes.saved", { passNo: after.passNo }), { toastId: `pass-${pass.id}` });
    },
    onError: (error) => warn(form.refuse(error)),
  });
  const submit = () => {
    const wrong = checkBody(calls.change.body, bodyOf(form.values));
    if (wrong) warn(form.show(wrong));
    else change.mutate(form.values);
  };

  return (
    <Stack gap="md">
      <Group gap="xs">
        <Title className="tabular" order={2} size="h3">
          {pass.passNo}
        </Title>
        <PassStatus status={pass.status} />
      </Group>
      {pass.visit && (
        <Text>
          {t("console.passes.heldBy")}{" "}
          <Anchor component="button" onClick={() => onOpenVisit(pass.visit?.id ?? 0)} type="button">
            {pass.visit.name} ({pass.visit.reserveNo})
          </Anchor>
        </Text>
      )}
      <PassMoves isVehicle={isVehicle} onRemoved={onClose} pass={pass} />
      <Divider />
      <PlainForm isBusy={change.isPending} onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            autoComplete="off"
            description={pass.status === "issued" ? t("console.passes.outHint") : undefined}
            disabled={pass.status === "issued"}
            label={t("console.passes.passNo")}
            required
            {...form.getInputProps("passNo")}
          />
          <TextInput
            autoComplete="off"
            description={t("console.passes.kindHint")}
            label={t("console.passes.kind")}
            {...form.getInputProps("kind")}
          />
          <FormFoot unsaved={unsaved}>
            <Button disabled={!form.isChanged} loading={change.isPending} type="submit">
              {t("console.passes.save")}
            </Button>
            <Button onClick={() => unsaved.leave(onClose)} variant="default">
              {t("console.frame.close")}
            </Button>
          </FormFoot>
        </Stack>
      </PlainForm>
    </Stack>
  );
}
