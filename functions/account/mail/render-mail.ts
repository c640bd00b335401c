import { erasureMails } from '#functions/account/erasure/erasure.mail.ts';
import { exportMails } from '#functions/account/export/export.mail.ts';
import {
  backupMails,
  testMails,
} from '#functions/account/mail-delivery/mail-test.mail.ts';
import { webhookMails } from '#functions/account/webhook/webhook.mail.ts';
import type { PageUrls } from '#functions/auth/browser/page-urls.ts';
import { clientMails } from '#functions/auth/client/client.mail.ts';
import { consentMails } from '#functions/auth/consent/consent.mail.ts';
import { emailLinkMails } from '#functions/auth/email-link/email-link.mail.ts';
import { identityMails } from '#functions/auth/identity/identity.mail.ts';
import { personalTokenMails } from '#functions/auth/personal-token/personal-token.mail.ts';
import { signInMails } from '#functions/auth/sign-in/sign-in.mail.ts';
import { importMails } from '#functions/diary/file-import/file-import.mail.ts';
import type { ServiceIdentity } from '#shared/contract/resources.ts';
import type { Mail, MailReader, MailRequest, MailTemplate } from '#shared/mail/mail.ts';
import {
  formatLongTime,
  type Language,
  selectLocale,
  toLanguage,
} from '#shared/pages/language.ts';
import { shellTexts } from '#shared/pages/shell.texts.ts';
import { mailTexts } from './mail.texts.ts';
import { type MailContent, renderMailMarkup, renderMailText } from './mail-layout.ts';

/** The mails of all features. */
export const mailTemplates = {
  ...emailLinkMails,
  ...identityMails,
  ...signInMails,
  ...consentMails,
  ...personalTokenMails,
  ...erasureMails,
  ...exportMails,
  ...importMails,
  ...webhookMails,
  ...clientMails,
  ...testMails,
  ...backupMails,
};

/** Returns the mail of a feature with this name. Throws if there is none. */
export function requireTemplate(name: string): MailTemplate<PageUrls> {
  const templates: Readonly<Record<string, MailTemplate<PageUrls>>> = mailTemplates;
  const template = templates[name];
  if (!template) throw new Error(`No feature has the mail ${name}.`);
  return template;
}

/** The facts on which the text of a mail depends, apart from its template. */
interface MailSituation {
  /** When what the mail is about happened. */
  time: Date;
  service?: ServiceIdentity;
}

/**
 * Renders the subject, the plain text and the HTML of a mail that leads to `url`, for a person with
 * these choices. Its end says what the operator says about the service.
 */
export function renderMail(
  { template, language: tag, ...details }: MailRequest & MailReader,
  url: string,
  { time, service = {} }: MailSituation,
): Pick<Mail, 'subject' | 'text' | 'html'> {
  const locale = selectLocale([tag]);
  const language = toLanguage(locale);
  const text = requireTemplate(template)[language];
  const labels = mailTexts[language];
  const { name: serviceName } = service;
  const atService =
    serviceName === undefined ? labels.atThisService : labels.atService(serviceName);
  const texts =
    typeof text === 'function' ? text({ ...details, locale, atService }) : text;
  const { subject, before, link, after } = texts;
  const { name, browser, time_zone } = details;
  const content: MailContent = {
    language,
    service: serviceName ?? shellTexts[language].service,
    subject,
    greeting: name === undefined ? undefined : labels.greeting(name),
    before,
    button: link === undefined ? undefined : { label: link, url },
    after,
    facts: [
      {
        label: labels.time,
        value: formatLongTime(time.toISOString(), locale, time_zone),
      },
      ...(browser ? [{ label: labels.browser, value: browser }] : []),
    ],
    footer: {
      sentence: serviceName === undefined ? labels.sent : labels.sentBy(serviceName),
      links: listOperatorLinks(service, language),
    },
  };
  return { subject, text: renderMailText(content), html: renderMailMarkup(content) };
}

function listOperatorLinks(
  { contact_url, privacy_url, terms_url }: ServiceIdentity,
  language: Language,
): MailContent['footer']['links'] {
  const { privacy, terms } = shellTexts[language];
  const links = [
    { label: mailTexts[language].contact, url: contact_url },
    { label: privacy, url: privacy_url },
    { label: terms, url: terms_url },
  ];
  return links.flatMap(({ label, url }) => (url === undefined ? [] : { label, url }));
}
