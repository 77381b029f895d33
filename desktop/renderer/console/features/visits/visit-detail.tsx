import { Divider, Skeleton, Stack, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { ErrorState } from "../../components/empty-state.tsx";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { may, useCurrentUser } from "../../lib/session.ts";
import { hasDraft } from "../../stores/drafts.ts";
import { messageKey, VisitMessage } from "../messages/visit-message.tsx";
import { Companions } from "./companions.tsx";
import { DeskConsent } from "./desk-consent.tsx";
import { AddressForm } from "./edit/address-form.tsx";
import { EditForm } from "./edit/edit-form.tsx";
import { RescheduleForm } from "./edit/reschedule-form.tsx";
import { HostContact } from "./host-contact.tsx";
import { IssueForm } from "./issue/issue-form.tsx";
import { PartyForm } from "./issue/party-form.tsx";
import { editKey, followersQuery, visitQuery } from "./queries.ts";
import { PartyRecovery } from "./recovery/party-recovery.tsx";
import { RevealContact } from "./reveal-contact.tsx";
import { VisitActions, type VisitDrawerAction } from "./visit-actions.tsx";
import { VisitPrivacy } from "./visit-privacy.tsx";
import { VisitFacts, VisitHeader } from "./visit-summary.tsx";
import { VisitTimeline } from "./visit-timeline.tsx";
import { BadgeLink, type DrawerForm, VisitTools } from "./visit-tools.tsx";

interface Props {
  readonly id: number;
  readonly action?: VisitDrawerAction | undefined;
  readonly onDone: () => void;
  readonly onOpen: (id: number) => void;
}

/** Content of a visit's drawer. */
export function VisitDetail({ id, action, onDone, onOpen }: Props) {
  const language = useLanguage();
  const visit = useQuery(visitQuery(id, language));
  const companions = useQuery({
    ...followersQuery(id, language),
    // not `followersCnt > 0`: cancelled companions are not counted, but shown
    enabled: visit.data?.leader === null,
  });
  const isParty = visit.data !== undefined && visit.data.followersCnt > 0;
  if (visit.isPending || (isParty && companions.isLoading)) return <Skeleton height={320} />;
  if (visit.isLoadingError) return <ErrorState onRetry={() => void visit.refetch()} error={visit.error} />;
  const loaded = { action, onDone, onOpen, companions: companions.data ?? [], visit: visit.data };
  return <Loaded {...loaded} />;
}

/** Form to open initially: the requested one, or one with a draft, for example after the session expired. */
function initialForm(
  visit: VisitAnswer,
  action: VisitDrawerAction | undefined,
  maySendMessages: boolean,
): DrawerForm | undefined {
  const mayEdit = visit.actions.includes("edit");
  if ((action === "when" || action === "address") && mayEdit) return action;
  if (hasDraft(editKey(visit.id)) || (action === "edit" && mayEdit)) return "edit";
  if (!maySendMessages || visit.unreachable) return undefined;
  return action === "message" || hasDraft(messageKey(visit.id)) ? "message" : undefined;
}

interface LoadedProps extends Omit<Props, "id"> {
  readonly visit: VisitAnswer;
  readonly companions: readonly VisitAnswer[];
}

function Loaded({ visit, companions, action, onDone, onOpen }: LoadedProps) {
  const t = useTranslate();
  const user = useCurrentUser();
  const [form, setForm] = useState(() => initialForm(visit, action, may(user, "sms")));
  const opener = useRef<HTMLButtonElement>(null);
  // another Enter must not check in a visitor who has just left
  const [isIssueFirst] = useState(
    () => visit.actions.includes("issue") && (visit.status.code !== "exited" || action === "issue"),
  );
  const isRecoveryFirst = !visit.actions.includes("issue");
  const arriving = [visit, ...companions].filter(({ actions }) => actions.includes("issue"));
  const isSingle = arriving.length === 1 && arriving[0] === visit;
  const finish = () => {
    setForm(undefined);
    setTimeout(() => opener.current?.focus());
  };
  const leave = () => {
    void queryClient.invalidateQueries({ queryKey: ["visits", "list"] });
    onDone();
  };
  if (form === "edit") return <EditForm onDone={finish} onReassigned={leave} visit={visit} />;
  if (form === "when") return <RescheduleForm onDone={finish} onReassigned={leave} visit={visit} />;
  if (form === "address") return <AddressForm onDone={finish} onReassigned={leave} visit={visit} />;
  if (form === "message") return <VisitMessage onDone={finish} visit={visit} />;
  return (
    <Stack gap="md">
      <VisitHeader
        onAddress={visit.actions.includes("edit") ? () => setForm("address") : undefined}
        takesFocus={!isIssueFirst && (!isRecoveryFirst || !visit.actions.includes("recovery"))}
        visit={visit}
      >
        {!visit.actions.includes("issue") && <DeskConsent visit={visit} />}
      </VisitHeader>
      {isSingle && <IssueForm onDone={onDone} takesFocus={isIssueFirst} visit={visit} />}
      {!isSingle && arriving.length > 0 && (
        <PartyForm group={[visit, ...companions]} onDone={onDone} takesFocus={isIssueFirst} />
      )}
      <VisitActions
        isRecoveryFirst={isRecoveryFirst}
        onDone={(done) => done === "recovery" && onDone()}
        startsWith={action}
        visit={visit}
      />
      <PartyRecovery companions={companions} onDone={onDone} visit={visit} />
      <Divider />
      <VisitTools onForm={setForm} opener={opener} visit={visit} />
      <VisitFacts
        hostContact={
          may(user, "referenceData.read") &&
          !visit.hostUser.resigned && <HostContact hostId={visit.hostUser.id} />
        }
        phone={<RevealContact visit={visit} />}
        visit={visit}
      />
      <Companions companions={companions} onOpen={onOpen} visit={visit} />
      <BadgeLink visit={visit} />
      <Divider />
      <VisitPrivacy onHidden={onDone} visit={visit} />
      <Divider />
      <Title order={3} size="h5">
        {t("console.log.title")}
      </Title>
      <VisitTimeline visit={visit} />
    </Stack>
  );
}
