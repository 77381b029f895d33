import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { smsBytes } from "#contract/sms-text.ts";
import { siteQuery } from "../../lib/site.ts";
import { type Addressee, type ComposeValues, filled, ofNumber, ofVisit, textFor } from "./compose-values.ts";
import { recipientsQuery, templatesQuery } from "./queries.ts";

/** Whom a message goes to, what each of them will read, and how long the longest is. */
export function useAddressees({ visits, numbers, text, template }: ComposeValues) {
  const { customerCompany } = useSuspenseQuery(siteQuery).data;
  const found = useQuery({ ...recipientsQuery(visits), enabled: visits.length > 0 });
  const templates = useQuery(templatesQuery);
  const known = new Map((found.data ?? []).map((one) => [one.visitID, one]));
  const addressees: readonly Addressee[] = [
    ...visits.map((id) => {
      const one = known.get(id);
      // still being read, or gone meanwhile: the server says so when it is sent
      return one
        ? ofVisit(one)
        : { key: `visit-${id}`, name: `#${id}`, cellPhone: "", lang: "ko" as const, values: {} };
    }),
    ...numbers.map((number) => ofNumber(number, customerCompany)),
  ];
  const messageOf = ({ lang, values }: Addressee) =>
    filled(textFor({ text, template }, lang, templates.data ?? []), values);
  const bytes =
    addressees.length === 0 ? smsBytes(text) : Math.max(...addressees.map((one) => messageOf(one).bytes));
  return { addressees, messageOf, bytes, templates: templates.data ?? [] };
}
