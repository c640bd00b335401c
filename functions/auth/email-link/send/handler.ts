import { countMailAttempts } from '#functions/auth/attempts/count-mail-attempts.ts';
import { identifyBrowser, readBrowser } from '#functions/auth/browser/browser.ts';
import { getFormToken, requireFormToken } from '#functions/auth/browser/form.ts';
import { serializeNotice, takeNotice } from '#functions/auth/browser/notice.ts';
import { getPageUrls } from '#functions/auth/browser/page-urls.ts';
import * as identities from '#functions/auth/identity/identity.store.ts';
import {
  type Identity,
  isEmail,
  normalizeEmail,
} from '#functions/auth/identity/identity.ts';
import { readLanguage, readLocale } from '#functions/auth/language/language.ts';
import * as trustedDevices from '#functions/auth/session/trusted-device.store.ts';
import type { HandlerRequest } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { serveEach } from '#shared/http/serve-each.ts';
import { toRecipient } from '#shared/mail/recipient.ts';
import { pageRenderer } from '#shared/pages/error-page.ts';
import { redirect } from '#shared/pages/redirect.ts';
import { audit } from '#shared/runtime/audit.ts';
import { openTableFor } from '#shared/table/table.ts';
import * as emailLinks from '../email-link.store.ts';
import endpoints from './endpoints.ts';
import {
  renderLinkSentPage,
  renderSendLinkPage,
  type SendLinkProblem,
} from './send-link.page.ts';
import { buildLink, getSendLinkBinding, requirePurpose } from './send-link.ts';

const showSendLinkPage = serve(
  endpoints.show,
  { pages: pageRenderer },
  async (request) => {
    requirePurpose(request);
    const { query, header, baseUrls, settings, version } = request;
    const { browser, cookies } = identifyBrowser(header);
    const props = {
      language: readLanguage(header),
      service: settings.service,
      query,
      pages: getPageUrls(baseUrls, version),
      form_token: getFormToken(browser, getSendLinkBinding(query)),
    };
    const { notice, entered, cookies: noticeCookies } = takeNotice(header, 'send-link');
    const body =
      notice === 'sent'
        ? renderLinkSentPage({ ...props, email: entered })
        : renderSendLinkPage(props);
    return { status: 200, cookies: [...cookies, ...noticeCookies], body };
  },
);

type SubmitRequest = HandlerRequest<typeof endpoints.submit>;

const submitSendLinkPage = serve(
  endpoints.submit,
  { pages: pageRenderer, table: openTableFor(endpoints.submit) },
  async (request) => {
    requirePurpose(request);
    const { query, body, header, table, now, requestId } = request;
    requireFormToken(request, getSendLinkBinding(query));
    if (!hasUsableEmail(request)) return showPageAgain(request, 'invalid');

    const identity = await identities.findByEmail(table, body.email);
    const retryAfter = await consumeLimits(request, identity);
    const auditFields = { request_id: requestId, user_id: identity?.user_id };
    if (retryAfter > 0) {
      audit('link_request_rate_limited', auditFields);
      return showPageAgain(request, { retryAfter });
    }

    // Known and unknown addresses cause the same write, so the response takes the same time.
    const language = readLocale(header);
    const email = body.email.trim();
    const link = buildLink(query, email, identity, now);
    await emailLinks.create(table, { ...link, language }, now);
    audit('link_requested', { ...auditFields, code: query.purpose });
    const page = getUrls(request).sendLink(query.purpose, query.request);
    return redirect(page, [serializeNotice<'sent'>('send-link', 'sent', email)]);
  },
);

/**
 * Returns whether the form has an email address. For a sign-up, the service must also be able to
 * send mail to the address.
 */
function hasUsableEmail({ query, body }: SubmitRequest): boolean {
  if (!isEmail(body.email)) return false;
  return query.purpose !== 'sign_up' || toRecipient(body.email.trim()) !== undefined;
}

/** Consumes the limits of mail. Returns the seconds to wait, or 0 if mail may be sent. */
async function consumeLimits(
  request: SubmitRequest,
  identity: Identity | undefined,
): Promise<number> {
  const { table, now, body } = request;
  const { device } = readBrowser(request.header);
  const isOnTrustedDevice = await trustedDevices.isTrusted(table, identity, device, now);
  const account = normalizeEmail(body.email);
  return countMailAttempts(request, { account, isOnTrustedDevice });
}

function getUrls({ baseUrls, version }: SubmitRequest) {
  return getPageUrls(baseUrls, version);
}

function showPageAgain(request: SubmitRequest, problem: SendLinkProblem) {
  const { query, body, header, settings } = request;
  const page = renderSendLinkPage({
    service: settings.service,
    language: readLanguage(header),
    query,
    pages: getUrls(request),
    form_token: body.form_token,
    email: body.email,
    problem,
  });
  if (problem === 'invalid') return { status: 400 as const, body: page };
  const headers = { 'Retry-After': String(problem.retryAfter) };
  return { status: 429 as const, headers, body: page };
}

/** Serves the page on which a person asks for a link, and its form. */
export const handler = serveEach(endpoints, {
  show: showSendLinkPage,
  submit: submitSendLinkPage,
});
