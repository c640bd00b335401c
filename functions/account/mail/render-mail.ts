import { erasureMails } from '#functions/account/erasure/erasure.mail.ts';
import { exportMails } from '#functions/account/export/export.mail.ts';
import type { PageUrls } from '#functions/auth/browser/page-urls.ts';
import { emailLinkMails } from '#functions/auth/email-link/email-link.mail.ts';
import { identityMails } from '#functions/auth/identity/identity.mail.ts';
import { signInMails } from '#functions/auth/sign-in/sign-in.mail.ts';
import { html } from '#shared/html/html.ts';
import type {
  Mail,
  MailReader,
  MailRequest,
  MailTemplate,
  MailTexts,
} from '#shared/mail/mail.ts';
import { type Language, selectLocale, toLanguage } from '#shared/pages/language.ts';

/** The mails of all features. */
export const mailTemplates = {
  ...emailLinkMails,
  ...identityMails,
  ...signInMails,
  ...erasureMails,
  ...exportMails,
};

const footers: Readonly<Record<Language, string>> = {
  en: 'This email was sent automatically. You cannot reply to it.',
  de: 'Diese E-Mail wurde automatisch gesendet. Antworten sind nicht möglich.',
};

/** Returns the mail of a feature with this name. Throws if there is none. */
export function requireTemplate(name: string): MailTemplate<PageUrls> {
  const templates: Readonly<Record<string, MailTemplate<PageUrls>>> = mailTemplates;
  const template = templates[name];
  if (!template) throw new Error(`No feature has the mail ${name}.`);
  return template;
}

/**
 * Renders the subject, the plain text and the HTML of a mail that leads to `url`, for a person with
 * these choices.
 */
export function renderMail(
  { template, language: tag, ...details }: MailRequest & MailReader,
  url: string,
): Pick<Mail, 'subject' | 'text' | 'html'> {
  const locale = selectLocale([tag]);
  const language = toLanguage(locale);
  const text = requireTemplate(template)[language];
  const texts = typeof text === 'function' ? text({ ...details, locale }) : text;
  return {
    subject: texts.subject,
    text: renderText(texts, url, language),
    html: renderMarkup(texts, url, language),
  };
}

function renderText(
  { before, link, after }: MailTexts,
  url: string,
  language: Language,
): string {
  const linkLines = link === undefined ? [] : [`${link}:\n${url}`];
  return [before, ...linkLines, after, `-- \n${footers[language]}`, ''].join('\n\n');
}

/** Renders the HTML, which loads nothing: no images, no styles, no tracking. */
function renderMarkup(
  { subject, before, link, after }: MailTexts,
  url: string,
  language: Language,
): string {
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>${subject}</title>
</head>
<body>
<h1>${subject}</h1>
<p>${before}</p>
${link !== undefined && html`<p><a href="${url}">${link}</a></p>\n`}<p>${after}</p>
<hr>
<p>${footers[language]}</p>
</body>
</html>
`;
  return page.html;
}
