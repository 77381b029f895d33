import { Group, Stack, Text, Title } from "@mantine/core";
import type { ErasureRequestAnswer } from "#contract/erasure-requests.ts";
import { DaysLeft } from "../../components/days-left.tsx";
import { Empty } from "../../components/empty-state.tsx";
import { FactList } from "../../components/fact-list.tsx";
import { ButtonLink } from "../../components/links.tsx";
import { SideDrawer } from "../../components/side-drawer.tsx";
import { useTranslate } from "../../lib/language.ts";
import { may, useCurrentUser } from "../../lib/session.ts";
import { DecideForm } from "./decide-form.tsx";
import { FoundVisits } from "./found-visits.tsx";
import { RequestState } from "./request-state.tsx";

interface Props {
  /** Whether a request is asked for at all. */
  readonly isOpen: boolean;
  /** Undefined where it is not on the page that is shown. */
  readonly request: ErasureRequestAnswer | undefined;
  readonly onClose: () => void;
}

/** One request: whose it is while it is open, what was found, and what was decided. */
export function ErasureDrawer({ isOpen, request, onClose }: Props) {
  const t = useTranslate();
  return (
    <SideDrawer isOpen={isOpen} onClose={onClose} title={t("console.erasure.one")}>
      {isOpen && !request && <Empty title={t("console.erasure.gone")}>{t("console.erasure.goneText")}</Empty>}
      {isOpen && request && <Detail key={request.id} onClose={onClose} request={request} />}
    </SideDrawer>
  );
}

function Detail({
  request,
  onClose,
}: {
  readonly request: ErasureRequestAnswer;
  readonly onClose: () => void;
}) {
  const t = useTranslate();
  const mayAct = may(useCurrentUser(), "privacy");
  const { state, daysLeft, decideBy, decidedAt, decidedBy, createdAt, createdBy, erasedVisits } = request;
  const isOpen = state === "open";
  return (
    <Stack gap="md">
      <div>
        <Group gap="xs">
          <Title className="tabular" order={2} size="h3">
            {request.requestNo}
          </Title>
          <RequestState state={state} />
        </Group>
        {isOpen && (
          <Text c="dimmed" size="sm">
            {t("console.erasure.requestNoHint")}
          </Text>
        )}
      </div>
      <FactList
        facts={[
          [t("console.erasure.person"), request.name],
          [t("console.visit.cellPhone"), request.cellPhone],
          [t("console.erasure.note"), request.note],
          [t("console.erasure.createdAt"), `${createdAt} · ${createdBy.name}`],
          [
            t("console.erasure.decideBy"),
            daysLeft !== null && <DaysLeft day={decideBy} days={daysLeft} key="by" />,
          ],
          [t("console.erasure.decidedAt"), decidedAt && `${decidedAt} · ${decidedBy?.name ?? ""}`],
          [t("console.erasure.reason"), request.reason],
          [
            t("console.erasure.erasedVisits"),
            state === "erased" && t("console.access.visits", { count: erasedVisits }),
          ],
        ]}
      />
      {isOpen ? (
        <FoundVisits visits={request.visits} />
      ) : (
        <Text c="dimmed" size="sm">
          {t("console.erasure.forgottenText")}
        </Text>
      )}
      {state === "erased" && erasedVisits > 0 && (
        <ButtonLink search={{ why: "request" }} to="/register" variant="default" w="fit-content">
          {t("console.trash.toRegister")}
        </ButtonLink>
      )}
      {isOpen && mayAct && <DecideForm onClose={onClose} request={request} />}
    </Stack>
  );
}
