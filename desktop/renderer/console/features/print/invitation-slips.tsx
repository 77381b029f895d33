import { Alert, List, Text } from "@mantine/core";
import { EmptyState } from "../../components/empty-state.tsx";
import { QrCode } from "../../components/qr-code.tsx";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { useDrafts } from "../../stores/drafts.ts";
import { linkOrDelivery } from "../host-users/columns.tsx";
import type { Invited } from "../host-users/use-account-action.ts";
import slips from "./invitation-slips.module.css";
import print from "./print.module.css";
import { pendingInvitations } from "./search.ts";
import styles from "./sheet.module.css";
import { useSheetSource } from "./sheet-data.ts";
import { SheetHead } from "./sheet-parts.tsx";

/** 초대장: invitation slips to cut out and hand over, each with its link. */
export function InvitationSlips() {
  const t = useTranslate();
  const invited =
    useDrafts(({ values }) => values[pendingInvitations] as readonly Invited[] | undefined) ?? [];
  const printed = invited.filter(({ delivery }) => delivery === "link");
  const others = invited.filter(({ delivery }) => delivery !== "link");
  return (
    <>
      {others.length > 0 && (
        <Alert className={print.note} color="yellow" mb="md" title={t("console.hostImport.slip.not")}>
          <List size="sm">
            {others.map((invitation) => (
              <List.Item key={invitation.id}>
                {invitation.name} ({invitation.loginId}): {linkOrDelivery(t, invitation)}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      {printed.length === 0 && others.length === 0 && (
        <EmptyState title={t("console.hostImport.slip.none")}>
          {t("console.hostImport.slip.noneText")}
        </EmptyState>
      )}
      {printed.length > 0 && (
        <article className={`${styles.sheet} ${styles.portrait}`}>
          <SheetHead
            about={t("console.hostImport.slip.about", { count: printed.length })}
            title={t("console.print.invitations")}
          />
          <ul className={slips.slips}>
            {printed.map((invitation) => (
              <Slip invited={invitation} key={invitation.id} />
            ))}
          </ul>
        </article>
      )}
    </>
  );
}

function Slip({ invited: { name, loginId, url, expiresAt } }: { readonly invited: Invited }) {
  const t = useTranslate();
  const { company } = useSheetSource();
  return (
    <li className={slips.slip}>
      <div className={slips.facts}>
        <p>{company[useLanguage()] || t("console.shell.product")}</p>
        <p className={slips.name}>{name}</p>
        <dl>
          <dt>{t("console.hostImport.slip.loginId")}</dt>
          <dd>{loginId}</dd>
          <dt>{t("console.hostImport.slip.until")}</dt>
          <dd className={slips.until}>{expiresAt}</dd>
        </dl>
        <p>{t("console.hostImport.slip.how")}</p>
      </div>
      <QrCode label={t("console.hostImport.slip.code", { name })} text={url ?? ""} />
      <Text className={slips.link} component="p" inherit>
        {url}
      </Text>
    </li>
  );
}
