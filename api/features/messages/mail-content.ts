/** What an e-mail says: the message's own text, as words and as plain HTML, with a subject in its language. */
import type { Language } from "#api/http/language.ts";
import type { OutgoingMail } from "#api/mail/driver.ts";
import type { MessageEvent } from "#contract/messages/sms.ts";
import { messageTexts } from "./templates.ts";

interface MailFacts {
  readonly event: MessageEvent;
  readonly lang: Language;
  /** Filled; begins with the site's name in brackets, as a message does. */
  readonly text: string;
  /** The site's name. */
  readonly company: string;
  /** The site's own address, `https://…`; undefined where it is not known. */
  readonly origin: string | undefined;
}

/** Events whose receiver goes on in the console. */
const toApprovals: readonly MessageEvent[] = [
  ...(["apply", "applyMany", "remindHost", "noticeMany"] as const),
  ...(["arriveHost", "cancelHost", "changeHost", "overstayHost", "applyDeputy", "applyDesk"] as const),
];

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

/** In the mail program's own colour, which reads on its light page and on its dark one. */
const linkOf = (address: string): string =>
  `<a href="${escapeHtml(address)}">${escapeHtml(address.replace(/[?#].*/, ""))}</a>`;

/** Escaped, with its lines, and with those addresses as links that are the site's own: no visitor's text becomes one. */
function paragraph(text: string, origin: string | undefined): string {
  const escaped = (part: string) => escapeHtml(part).replaceAll("\n", "<br>");
  if (origin === undefined) return escaped(text);
  return text
    .split(/(\s)/)
    .map((word) => (word.startsWith(`${origin}/`) ? linkOf(word) : escaped(word)))
    .join("");
}

/** The same content in text and HTML. Styles stand in the elements, because mail programs drop all others. */
export function mailContent({
  event,
  lang,
  text,
  company,
  origin,
}: MailFacts): Pick<OutgoingMail, "subject" | "text" | "html"> {
  const { subject, footer } = messageTexts[lang].mail;
  const site = company && `[${company}] `;
  const said = site && text.startsWith(site) ? text.slice(site.length) : text;
  const link = origin !== undefined && toApprovals.includes(event) ? [`${origin}/dash/approvals`] : [];
  const parts = [said, ...link];
  const html = parts
    .map((part) => `<p style="margin:0 0 16px;overflow-wrap:anywhere">${paragraph(part, origin)}</p>`)
    .join("");
  return {
    subject: `${site}${subject[event]}`,
    text: [...parts, "-- ", [company, footer].filter(Boolean).join("\n")].join("\n\n"),
    html: `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"></head>
<body style="margin:0;padding:24px;font:16px/1.6 sans-serif;word-break:keep-all"><div style="max-width:560px;margin:0 auto">
<p style="margin:0 0 24px;font-weight:700">${escapeHtml(company)}</p>
${html}
<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #8a95a6;font-size:13px">${escapeHtml(footer)}</p>
</div></body></html>`,
  };
}
