import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { sentBytes } from "#contract/messages/sms-text.ts";
import { siteQuery } from "../../lib/site.ts";
import {
  type ComposeValues,
  fillMessage,
  messageText,
  type Recipient,
  recipientOfNumber,
  recipientOfVisit,
} from "../messages/compose-values.ts";
import { recipientsQuery, templatesQuery } from "../messages/queries.ts";

/** The recipients, each one's message, and the size of the longest in bytes. */
export function useRecipients({ visits, numbers, text, template }: ComposeValues) {
  const { customerCompany } = useSuspenseQuery(siteQuery).data;
  const found = useQuery({ ...recipientsQuery(visits), enabled: visits.length > 0 });
  const templates = useQuery(templatesQuery);
  const known = new Map((found.data ?? []).map((recipient) => [recipient.visitID, recipient]));
  const recipients: readonly Recipient[] = [
    ...visits.map((id) => {
      const recipient = known.get(id);
      // still loading, or deleted: the server then refuses it on sending
      return recipient
        ? recipientOfVisit(recipient)
        : { key: `visit-${id}`, name: `#${id}`, cellPhone: "", lang: "ko" as const, values: {} };
    }),
    ...numbers.map((number) => recipientOfNumber(number, customerCompany)),
  ];
  const messageOf = ({ lang, values }: Recipient) =>
    fillMessage(messageText({ text, template }, lang, templates.data ?? []), values);
  const bytes =
    recipients.length === 0
      ? sentBytes(text)
      : Math.max(...recipients.map((recipient) => messageOf(recipient).bytes));
  return { recipients, messageOf, bytes, templates: templates.data ?? [] };
}
