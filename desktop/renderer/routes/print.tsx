import { Button, Checkbox, Group, Paper, Skeleton, Text, Title } from "@mantine/core";
import { IconArrowLeft, IconPrinter } from "@tabler/icons-react";
import { type UseQueryResult, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, useCanGoBack, useRouter } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { fromInstant } from "#contract/dates.ts";
import { NotFound } from "../components/not-found.tsx";
import { Failure } from "../components/place-holder.tsx";
import badgeStyles from "../features/print/badge.module.css";
import { Badge } from "../features/print/badge.tsx";
import { EvacuationList } from "../features/print/evacuation-list.tsx";
import { PassList } from "../features/print/pass-list.tsx";
import { isPrintKind, type PrintKind } from "../features/print/print-search.ts";
import { badgeQuery, evacuationQuery, passListQuery, registerListQuery } from "../features/print/queries.ts";
import { RegisterList } from "../features/print/register-list.tsx";
import { firstScreen } from "../lib/first-screen.ts";
import { useLanguage, useTranslate } from "../lib/language.ts";
import { useCurrentUser } from "../lib/session.ts";
import { siteQuery } from "../lib/site.ts";
import styles from "./print.module.css";

const route = getRouteApi("/print/$kind");

/** What comes out of the printer, as it will come out; nothing else of the page is printed. */
export function PrintPage() {
  const { kind } = route.useParams();
  const { visit } = route.useSearch();
  if (!isPrintKind(kind) || (kind === "badge" && visit === undefined)) return <NotFound />;
  if (kind === "badge") return <BadgePreview id={visit as number} />;
  if (kind === "register") return <RegisterPreview />;
  return kind === "passes" ? <PassListPreview /> : <EvacuationPreview />;
}

interface PreviewProps<Data> {
  readonly kind: PrintKind;
  readonly answer: UseQueryResult<Data>;
  readonly tools?: ReactNode;
  readonly children: (data: Data, readAt: number) => ReactNode;
}

/** The sheet on the screen, with what can be done with it above. */
function Preview<Data>({ kind, answer, tools, children }: PreviewProps<Data>) {
  const t = useTranslate();
  const router = useRouter();
  const user = useCurrentUser();
  const canGoBack = useCanGoBack();
  const back = () => (canGoBack ? router.history.back() : void router.navigate({ to: firstScreen(user) }));
  const print = async () => {
    await document.fonts.ready;
    window.print();
  };
  return (
    <div className={styles.page}>
      <title>{t("console.print.page", { title: t(`console.print.${kind}`) })}</title>
      <header className={styles.bar}>
        <Button leftSection={<IconArrowLeft aria-hidden size={16} />} onClick={back} variant="default">
          {t("console.print.back")}
        </Button>
        <div className={styles.title}>
          <Title order={1} size="h5">
            {t(`console.print.${kind}`)}
          </Title>
          <Text c="dimmed" size="xs">
            {t(`console.print.${kind}Paper`)}
          </Text>
        </div>
        <Group gap="md">
          {tools}
          <Button
            disabled={!answer.data}
            leftSection={<IconPrinter aria-hidden size={16} />}
            onClick={() => void print()}
          >
            {t("console.print.print")}
          </Button>
        </Group>
      </header>
      {/* wider than a phone: it is moved with the keyboard, too */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways takes the focus */}
      <main aria-label={t(`console.print.${kind}`)} className={styles.desk} tabIndex={0}>
        {answer.isPending && <Skeleton height={480} />}
        {answer.isError && (
          <Paper className={styles.note} radius="lg" withBorder>
            <Failure again={() => void answer.refetch()} error={answer.error} />
          </Paper>
        )}
        {answer.data !== undefined && children(answer.data, answer.dataUpdatedAt)}
      </main>
    </div>
  );
}

function PassListPreview() {
  const search = route.useSearch();
  const { timezone } = useSuspenseQuery(siteQuery).data;
  const answer = useQuery(passListQuery(search, fromInstant(new Date(), timezone), useLanguage()));
  return (
    <Preview answer={answer} kind="passes">
      {({ rows, isCut }, readAt) => <PassList isCut={isCut} readAt={readAt} rows={rows} search={search} />}
    </Preview>
  );
}

function EvacuationPreview() {
  return (
    <Preview answer={useQuery(evacuationQuery(useLanguage()))} kind="evacuation">
      {({ rows }, readAt) => <EvacuationList readAt={readAt} rows={rows} />}
    </Preview>
  );
}

function RegisterPreview() {
  const search = route.useSearch();
  return (
    <Preview answer={useQuery(registerListQuery(search, useLanguage()))} kind="register">
      {({ rows, isCut }, readAt) => (
        <RegisterList isCut={isCut} readAt={readAt} rows={rows} search={search} />
      )}
    </Preview>
  );
}

function BadgePreview({ id }: { readonly id: number }) {
  const t = useTranslate();
  const [isParty, setIsParty] = useState(true);
  const answer = useQuery(badgeQuery(id, useLanguage()));
  const count = answer.data?.companions.length ?? 0;
  const party = (
    <Checkbox
      checked={isParty}
      label={t("console.visit.companions", { count })}
      onChange={(event) => setIsParty(event.currentTarget.checked)}
    />
  );
  return (
    <Preview answer={answer} kind="badge" tools={count > 0 && party}>
      {({ visit, companions }) => (
        <div className={badgeStyles.badges}>
          {[visit, ...(isParty ? companions : [])].map((each) => (
            <Badge key={each.id} visit={each} />
          ))}
        </div>
      )}
    </Preview>
  );
}
