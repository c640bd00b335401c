import { hasPrompt } from '#functions/auth/authorize/authorization.ts';
import { getFormToken } from '#functions/auth/browser/form.ts';
import { loadProviderSettings } from '#functions/auth/data-policy/data-policy.store.ts';
import {
  listChoices,
  needsChoice,
  type ProviderChoice,
} from '#functions/auth/data-policy/provider-choice.ts';
import * as grants from '#functions/auth/grant/grant.store.ts';
import { listOptedInTypes } from '#functions/auth/grant/opted-in-types.ts';
import { staySignedIn } from '#functions/auth/signed-in/signed-in-user.ts';
import { pageDependencies } from '#shared/http/dependencies.ts';
import type { HandlerRequest } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { getPageHeaders } from '#shared/pages/layout.ts';
import { audit } from '#shared/runtime/audit.ts';
import { success } from '#shared/runtime/result.ts';
import type { Table } from '#shared/table/table.ts';
import { approveRequest } from './approval.ts';
import { renderConsentPage } from './consent.page.ts';
import {
  buildClosedResponse,
  buildConsentResponse,
  type ConsentRequest,
  loadConsentRequest,
  toApprover,
} from './consent-request.ts';
import endpoints from './endpoints.ts';
import {
  findRememberedConsent,
  isSameConsent,
  type RememberedConsent,
} from './remembered-consent.ts';
import { listAddableScopes, withScopes } from './scope-choice.ts';
import { verifyClient } from './verify-client.ts';

export const showConsent = serve(endpoints.show, pageDependencies, async (request) => {
  const consent = await loadConsentRequest(request);
  if (!consent.ok) return consent.error;

  const { user, browser } = consent.value;
  const cookies = await staySignedIn(request, user.session, browser.sessionToken);
  const { authorizationRequest } = consent.value;
  const verified = await verifyClient(request, authorizationRequest, user.profile.id);
  const response = verified.ok
    ? await respond(request, { ...consent.value, authorizationRequest: verified.value })
    : buildClosedResponse(consent.value, 'unverified', verified.error);
  return { ...response, cookies };
});

/** Responds to a person who is signed in: with the page, or without one. */
async function respond(
  request: HandlerRequest<typeof endpoints.show>,
  consentRequest: ConsentRequest,
) {
  const { authorizationRequest, user } = consentRequest;
  const findConsent = () =>
    findRememberedConsent(
      request.table,
      authorizationRequest,
      user.profile.id,
      request.now,
    );
  const consent = await findConsent();
  if (consent) {
    const isStillAllowed = async () => isSameConsent(consent, await findConsent());
    return approveAgain({ ...request, ...consent }, consentRequest, isStillAllowed);
  }

  const isDecided = authorizationRequest.answered_at !== undefined;
  if (isDecided) return buildClosedResponse(consentRequest, 'already_decided');
  if (hasPrompt(authorizationRequest, 'none') && !authorizationRequest.untrusted)
    return buildConsentResponse(consentRequest, success(consentRequired));
  return showConsentPage(request, consentRequest);
}

/** The response to a client that wants no page (OpenID Connect Core 1.0 section 3.1.2.6). */
const consentRequired = {
  error: 'consent_required',
  error_description: 'the user has not allowed this access yet',
};

/** Approves the request of a client that the user has allowed before. */
async function approveAgain(
  request: HandlerRequest<typeof endpoints.show> & RememberedConsent,
  consentRequest: ConsentRequest,
  isStillAllowed: () => Promise<boolean>,
) {
  const { authorizationRequest, user } = consentRequest;
  const result = await approveRequest(
    request,
    authorizationRequest,
    toApprover(consentRequest),
    isStillAllowed,
  );

  const { client_id } = authorizationRequest;
  const auditFields = {
    request_id: request.requestId,
    client_id,
    user_id: user.profile.id,
  };
  if (result.ok) audit('consent_granted', auditFields);
  return buildConsentResponse(consentRequest, result);
}

async function showConsentPage(
  { table, now }: HandlerRequest<typeof endpoints.show>,
  consentRequest: ConsentRequest,
) {
  const { authorizationRequest, user, browser, language, service, pages } =
    consentRequest;
  const form_token = getFormToken(browser, {
    purpose: 'consent',
    reference: authorizationRequest.id,
  });
  const body = renderConsentPage({
    language,
    service,
    request: authorizationRequest,
    name: user.profile.display_name,
    form_token,
    pages,
    choices: await loadChoices(table, consentRequest, now),
  });
  const headers = getPageHeaders('any');
  return { status: 200 as const, headers, body };
}

/**
 * Returns the providers that the consent page lists, ticked as they are for the client now. Reads
 * nothing if the client needs no choice.
 */
async function loadChoices(
  table: Table<'query'>,
  { authorizationRequest, user: { profile } }: ConsentRequest,
  now: Date,
): Promise<ProviderChoice[]> {
  const { client_id, audience, own: isOwn = false } = authorizationRequest;
  const added = listAddableScopes(authorizationRequest);
  const scope = withScopes(authorizationRequest.scope, added);
  if (!needsChoice({ audience, isOwn, scope })) return [];
  const [settings, userGrants] = await Promise.all([
    loadProviderSettings(table),
    grants.listByUser(table, profile.id),
  ]);
  return listChoices(settings, {
    audience,
    isOwn,
    scope,
    connectedTypes: profile.connected_types,
    optedInTypes: listOptedInTypes(userGrants, { client_id, audience }, now),
  });
}
