import { Button, Paper, Stack, Text } from "@mantine/core";
import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { toast } from "react-toastify/unstyled";
import { type DeskLinkAnswer, makeDeskLink } from "#contract/visits/desk-links.ts";
import { openStatusCodes, type StatusCode } from "#contract/visits/status.ts";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { desktopApp } from "../../../shared/desktop-app.ts";
import { OnlineButton } from "../../components/buttons.tsx";
import { QrCode } from "../../components/qr-code.tsx";
import { call } from "../../lib/api.ts";
import { handOverScreen } from "../../lib/hand-over.ts";
import { useTranslate } from "../../lib/language.ts";
import { may, useCurrentUser } from "../../lib/session.ts";
import { siteQuery } from "../../lib/site.ts";

const open: readonly StatusCode[] = openStatusCodes;

interface Props {
  readonly visit: VisitAnswer;
  /** Adds the visitor's name to the button's accessible name, for lists. */
  readonly isNamed?: boolean;
}

/** Lets a visitor whose consent is missing agree, by a QR code for another device or on this screen. */
export function DeskConsent({ visit, isNamed = false }: Props) {
  const t = useTranslate();
  const user = useCurrentUser();
  const { id, name, consentMissing } = visit;
  const link = useMutation({
    mutationFn: () => call(makeDeskLink, { params: { id: String(id) }, body: {} }),
    gcTime: 0,
  });
  const { data, reset } = link;
  const isShown = data !== undefined;

  // the visitor has agreed (live update)
  useEffect(() => {
    if (!isShown || consentMissing) return;
    reset();
    toast.success(t("console.issue.deskAgreed", { name }));
  }, [isShown, consentMissing, name, reset, t]);

  if (!consentMissing || !open.includes(visit.statusCode) || !may(user, "desk")) return null;
  if (data) return <DeskCode link={data} onClose={reset} onRenew={() => link.mutate()} visit={visit} />;

  return (
    <OnlineButton
      aria-label={isNamed ? t("console.issue.deskAgreeOf", { name }) : undefined}
      loading={link.isPending}
      onClick={() => link.mutate()}
      size="compact-sm"
      type="button"
      variant="default"
      w="fit-content"
    >
      {t("console.issue.deskAgree")}
    </OnlineButton>
  );
}

interface DeskCodeProps {
  readonly visit: VisitAnswer;
  readonly link: DeskLinkAnswer;
  readonly onRenew: () => void;
  readonly onClose: () => void;
}

function DeskCode({ visit: { id, name }, link, onRenew, onClose }: DeskCodeProps) {
  const t = useTranslate();
  const { companySignIn } = useSuspenseQuery(siteQuery).data;
  const secondsLeft = useSecondsLeft(link);

  return (
    <Paper p="sm" radius="md" withBorder>
      <Stack align="flex-start" gap="xs">
        <Text size="sm">{t("console.issue.deskScan", { name })}</Text>
        {secondsLeft > 0 ? (
          <>
            <QrCode label={t("console.issue.deskCode", { name })} text={link.url} />
            <Text c="dimmed" className="tabular" size="sm">
              {t("console.issue.deskTime", { time: formatSeconds(secondsLeft) })}
            </Text>
          </>
        ) : (
          <>
            <Text role="status" size="sm">
              {t("console.issue.deskOver")}
            </Text>
            <OnlineButton onClick={onRenew} size="compact-sm" type="button" variant="default">
              {t("console.issue.deskAgain")}
            </OnlineButton>
          </>
        )}
        {!desktopApp && !companySignIn && <HandOver id={id} />}
        <Button onClick={onClose} size="compact-sm" type="button" variant="subtle">
          {t("console.issue.deskHide")}
        </Button>
      </Stack>
    </Paper>
  );
}

/** Hands this screen over to the visitor, for a console on a tablet. */
function HandOver({ id }: Pick<VisitAnswer, "id">) {
  const t = useTranslate();
  const router = useRouter();
  const screen = useMutation({
    mutationFn: () => call(makeDeskLink, { params: { id: String(id) }, body: { screen: true } }),
    gcTime: 0,
    onSuccess: ({ url }) => handOverScreen(url, router.state.location.href),
  });
  return (
    <Stack gap={4}>
      <OnlineButton
        loading={screen.isPending}
        onClick={() => screen.mutate()}
        size="compact-sm"
        type="button"
        variant="default"
      >
        {t("console.issue.deskScreen")}
      </OnlineButton>
      <Text c="dimmed" size="xs">
        {t("console.issue.deskScreenHint")}
      </Text>
    </Stack>
  );
}

const formatSeconds = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** Countdown to the expiry of a link. */
function useSecondsLeft(link: DeskLinkAnswer): number {
  const [secondsLeft, setSecondsLeft] = useState(link.seconds);
  useEffect(() => {
    const start = Date.now();
    const tick = () => setSecondsLeft(link.seconds - Math.floor((Date.now() - start) / 1000));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [link]);
  return secondsLeft;
}
