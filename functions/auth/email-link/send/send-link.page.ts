import type { PageUrls } from '#functions/auth/browser/page-urls.ts';
import { listLanguageLinks } from '#functions/auth/language/language.ts';
import type { ServiceIdentity } from '#shared/contract/resources.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderButton, renderField, renderForm } from '#shared/pages/form.ts';
import { formatWait, type Language } from '#shared/pages/language.ts';
import { renderPage } from '#shared/pages/layout.ts';
import { renderAlert, renderStatus } from '#shared/pages/notice.ts';
import { emailLinkTexts } from '../email-link.texts.ts';
import type { SendLinkQuery } from './send-link.ts';

/** Why no link was sent: the text is not an email address, or there were too many requests. */
export type SendLinkProblem = 'invalid' | { retryAfter: number };

export interface SendLinkPageProps {
  language: Language;
  /** The operator's texts about the service. */
  service: ServiceIdentity;
  query: SendLinkQuery;
  pages: PageUrls;
  form_token: string;
  /** The address that the person entered. */
  email?: string | undefined;
  problem?: SendLinkProblem;
}

function getMessage(problem: SendLinkProblem, language: Language): string {
  const { send: labels } = emailLinkTexts[language];
  if (problem === 'invalid') return labels.invalidEmail;
  return labels.tooManyRequests(formatWait(problem.retryAfter, language));
}

function getFormUrl({ query: { purpose, request }, pages }: SendLinkPageProps): string {
  return pages.sendLink(purpose, request);
}

function renderSignInLink({ query, pages, language }: SendLinkPageProps): Html {
  const { request } = query;
  const signIn = pages.signIn(request === '' ? { continue: 'account' } : { request });
  const { send: labels } = emailLinkTexts[language];
  return html`<p class="muted"><a href="${signIn}">${labels.signIn}</a></p>`;
}

/** Renders the page on which a person asks for a link. Its form posts to the page itself. */
export function renderSendLinkPage(props: SendLinkPageProps): string {
  const { language, service, query, pages, form_token, email = '', problem } = props;
  const { send } = emailLinkTexts[language];
  const labels = send[query.purpose];
  const emailField = renderField({
    id: 'email',
    label: send.email,
    type: 'email',
    value: email,
    isInvalid: problem === 'invalid',
    attributes: { autocomplete: 'username', maxlength: 254, required: true },
  });
  const submit = renderButton({ label: labels.submit });
  const form = renderForm({
    form_token,
    action: getFormUrl(props),
    body: [emailField, submit],
  });
  return renderPage({
    title: labels.title,
    language,
    shell: { service, languages: listLanguageLinks(pages, language) },
    hasProblem: problem !== undefined,
    body: html`<h1>${labels.title}</h1>
<p class="muted">${labels.intro}</p>
${problem && renderAlert(getMessage(problem, language))}${form}${renderSignInLink(props)}`,
  });
}

/** Renders the page after a link was requested. It is the same whether or not mail was sent. */
export function renderLinkSentPage(props: SendLinkPageProps): string {
  const { language, service, query, pages, email = '' } = props;
  const { send: labels } = emailLinkTexts[language];
  return renderPage({
    title: labels.sentTitle,
    language,
    shell: { service, languages: listLanguageLinks(pages, language) },
    body: html`<h1>${labels.sentTitle}</h1>
${renderStatus(labels.sent[query.purpose])}<p>${labels.notReceived(email)}
<a href="${getFormUrl(props)}">${labels.again}</a></p>
${renderSignInLink(props)}`,
  });
}
