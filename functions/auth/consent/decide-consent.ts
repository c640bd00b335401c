import * as authorizationRequests from '#functions/auth/authorize/authorization.store.ts';
import { hasValidFormToken } from '#functions/auth/browser/form.ts';
import { isClientIdUrl } from '#functions/auth/client/client-id-url.ts';
import { applyChoice } from '#functions/auth/data-policy/provider-choice.ts';
import * as grants from '#functions/auth/grant/grant.store.ts';
import type { Grant } from '#functions/auth/grant/grant.ts';
import { setOptedInTypes } from '#functions/auth/grant/opted-in-types.store.ts';
import { listOptedInTypes } from '#functions/auth/grant/opted-in-types.ts';
import { pageDependencies } from '#shared/http/dependencies.ts';
import type { HandlerRequest } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { createMailAttributes, type MailAttributes } from '#shared/mail/mail.ts';
import { redirect } from '#shared/pages/redirect.ts';
import { audit } from '#shared/runtime/audit.ts';
import { failure, success } from '#shared/runtime/result.ts';
import type { Table } from '#shared/table/table.ts';
import { approveRequest } from './approval.ts';
import type { ConsentMail } from './consent.mail.ts';
import {
  buildClosedResponse,
  buildConsentResponse,
  type ConsentRequest,
  type ConsentResult,
  loadConsentRequest,
  toApprover,
} from './consent-request.ts';
import endpoints from './endpoints.ts';
import { applyScopeChoice } from './scope-choice.ts';

export const decideConsent = serve(
  endpoints.decide,
  pageDependencies,
  async (request) => {
    const consent = await loadConsentRequest(request);
    if (!consent.ok) return consent.error;

    const { authorizationRequest, user } = consent.value;
    const { id, client_id, answered_at, unverified } = authorizationRequest;
    // Nobody can decide on a client that the page has not shown.
    if (unverified) return redirect(consent.value.pages.consent(id));
    if (!hasValidFormToken(request, { purpose: 'consent', reference: id })) {
      // If another user of this browser has decided, "the form has expired" would be misleading.
      if (answered_at !== undefined)
        return buildClosedResponse(consent.value, 'already_decided');
      throw request.fail('invalid_form_token');
    }

    const { decide, event } = decisions[request.body.decision];
    const result = await decide(request, consent.value);
    const auditFields = {
      request_id: request.requestId,
      client_id,
      user_id: user.profile.id,
    };
    if (result.ok) audit(event, auditFields);
    return buildConsentResponse(consent.value, result);
  },
);

/**
 * Approves a request. If it is the first of the application, the user gets a mail about it. The
 * providers that are ticked count for all grants of the application.
 */
async function allowRequest(
  { table, now, fail, body }: HandlerRequest<typeof endpoints.decide>,
  consentRequest: ConsentRequest,
): Promise<ConsentResult> {
  const { authorizationRequest, user } = consentRequest;
  const { client_id, audience } = authorizationRequest;
  const allowed = applyScopeChoice(authorizationRequest, body);
  const access = { client_id, audience };
  const user_id = user.profile.id;
  const earlier = await grants.listByUser(table, user_id);
  const optedInTypes = applyChoice(listOptedInTypes(earlier, access, now), body);
  const mail = requestMailOfFirstConsent(earlier, allowed.scope, consentRequest);
  const result = await approveRequest(
    { table, now, fail, mail, optedInTypes, allowed },
    authorizationRequest,
    toApprover(consentRequest),
  );
  if (result.ok && body.offered_providers !== '')
    await setOptedInTypes(table, { user_id, ...access }, optedInTypes, now);
  return result;
}

/**
 * Returns the attributes that request the mail about a new application, for the write that grants
 * the access. Returns undefined if the user has allowed the application before, even if the access
 * has ended since. Anybody can choose the name of a client with a metadata document, so the mail
 * has its host as well.
 */
function requestMailOfFirstConsent(
  earlier: readonly Grant[],
  scope: string,
  { authorizationRequest, user, browser }: ConsentRequest,
): MailAttributes | undefined {
  const { client_id, application_name } = authorizationRequest;
  const { profile, locale } = user;
  if (earlier.some((grant) => grant.client_id === client_id)) return undefined;
  return createMailAttributes<ConsentMail>({
    template: 'application_allowed',
    to: profile.email,
    language: locale,
    application: isClientIdUrl(client_id)
      ? `${application_name} (${new URL(client_id).host})`
      : application_name,
    scope,
    browser: browser.name,
  });
}

interface DenialContext {
  table: Table<'update'>;
  now: Date;
}

/** Records that the user denied access. The client gets an error (RFC 6749 section 4.1.2.1). */
async function denyRequest(
  { table, now }: DenialContext,
  { authorizationRequest: { id }, user }: ConsentRequest,
): Promise<ConsentResult> {
  const decision = { decision: 'deny', user_id: user.profile.id } as const;
  const isRecorded = await authorizationRequests.decide(table, id, decision, now);
  if (!isRecorded) return failure('already_decided');

  return success({ error: 'access_denied', error_description: 'the user denied access' });
}

/** The action and the audit event of each decision. */
const decisions = {
  allow: { decide: allowRequest, event: 'consent_granted' },
  deny: { decide: denyRequest, event: 'consent_denied' },
} as const;
