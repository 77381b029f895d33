/** Where a message goes, and in which language. */
import type { Language } from "#api/http/language.ts";
import type { MessageChannel } from "#contract/channel.ts";
import { languageOfNumber } from "#contract/messages/sms-text.ts";
import { parsePhone } from "#contract/phone.ts";

/** Where a message goes: a number, hyphenated or with its country's code, or an address of e-mail. */
export type Destination =
  | { readonly cellPhone: string; readonly email?: undefined }
  | { readonly email: string; readonly cellPhone?: undefined };

interface Reachable {
  readonly cellPhone: string;
  /** Empty where there is none, or where it bounced. */
  readonly email: string;
}

/** The destinations of a message to staff: by the channel they chose, or by the other where it has no destination. */
export function destinationsOf({ cellPhone, email }: Reachable, channel: MessageChannel): Destination[] {
  const number = parsePhone(cellPhone);
  const byNumber = number === undefined ? [] : [{ cellPhone: number }];
  const byEmail = email === "" ? [] : [{ email }];
  if (channel === "both") return [...byNumber, ...byEmail];
  const [chosen, other] = channel === "email" ? [byEmail, byNumber] : [byNumber, byEmail];
  return chosen.length > 0 ? chosen : other;
}

/** The language of a message: the one chosen, else that of the number's country. */
export const languageTo = ({ cellPhone }: Destination, chosen: Language | null): Language =>
  chosen ?? (cellPhone === undefined ? "ko" : languageOfNumber(cellPhone));
