import { Alert, Group, Stack, Text, Title } from "@mantine/core";
import type { ErasureRequestAnswer } from "#contract/privacy/erasure-requests.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { ButtonLink } from "../../components/links.tsx";
import { FactList } from "../../components/section.tsx";
import { SideDrawer } from "../../components/side-drawer.tsx";
import { DaysLeft } from "../../components/status-badge.tsx";
import { useTranslate } from "../../lib/language.ts";
import { may, useCurrentUser } from "../../lib/session.ts";
import { RequestState } from "./columns.tsx";
import { DecideForm } from "./decide-form.tsx";
import { FoundVisit } from "./found-visit.tsx";

interface Props {
  readonly isOpen: boolean;
  /** Undefined if the request is not on the current page of the list. */
  readonly request: ErasureRequestAnswer | undefined;
  readonly onClose: () => void;
}

/** Details of an erasure request: the person while it is open, the visits found, and the decision. */
export function ErasureDrawer({ isOpen, request, onClose }: Props) {
  const t = useTranslate();
  return (
    <SideDrawer isOpen={isOpen} onClose={onClose} title={t("console.erasure.one")}>
      {isOpen && !request && (
        <EmptyState title={t("console.erasure.gone")}>{t("console.erasure.goneText")}</EmptyState>
      )}
      {isOpen && request && <RequestDetails key={request.id} onClose={onClose} request={request} />}
    </SideDrawer>
  );
}

function RequestDetails({
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

/** The person's visits; open ones block the erasure. */
function FoundVisits({ visits }: { readonly visits: ErasureRequestAnswer["visits"] }) {
  const t = useTranslate();
  if (visits.length === 0)
    return (
      <Alert color="orange" title={t("console.erasure.nothing")}>
        <Text size="sm">{t("console.erasure.nothingText")}</Text>
      </Alert>
    );
  return (
    <Stack component="section" aria-label={t("console.erasure.found")} gap="xs">
      <Title order={3} size="h5">
        {t("console.erasure.foundCount", { count: visits.length })}
      </Title>
      {visits.map((visit) => (
        <FoundVisit key={visit.id} visit={visit} />
      ))}
    </Stack>
  );
}
