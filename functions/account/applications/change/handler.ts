import { redirectToPage, serveForm } from '#functions/account/account-handler.ts';
import { applyChoice } from '#functions/auth/data-policy/provider-choice.ts';
import * as grants from '#functions/auth/grant/grant.store.ts';
import { setOptedInTypes } from '#functions/auth/grant/opted-in-types.store.ts';
import { listOptedInTypes } from '#functions/auth/grant/opted-in-types.ts';
import * as revocations from '#functions/auth/grant/revocation.store.ts';
import type { HandlerRequest } from '#shared/http/handler.ts';
import { audit } from '#shared/runtime/audit.ts';
import type { ApplicationsNotice } from '../applications.texts.ts';
import endpoint from './endpoint.ts';

type ChangeRequest = HandlerRequest<typeof endpoint>;

export const handler = serveForm(endpoint, 'applications', async (request, account) => {
  const change = changes[request.body.action];
  const notice = await change(request, account.session.user_id);
  return redirectToPage<ApplicationsNotice>(account, 'applications', notice);
});

async function revoke(
  { table, body: { client_id, grant_id }, now, requestId: request_id }: ChangeRequest,
  user_id: string,
): Promise<ApplicationsNotice> {
  const { revokeAllOfUserAndClient, revokeOne } = revocations;
  const count =
    grant_id === ''
      ? await revokeAllOfUserAndClient(table, user_id, client_id, now)
      : await revokeOne(table, { user_id, client_id, grant_id }, now);
  if (count > 0) audit('consent_withdrawn', { request_id, client_id, user_id });
  return 'access_removed';
}

/** Changes the providers whose workouts the application sees, in all its grants (wire.md P4). */
async function chooseProviders(
  { table, body, now, requestId: request_id }: ChangeRequest,
  user_id: string,
): Promise<ApplicationsNotice> {
  const { client_id, audience } = body;
  const access = { client_id, audience };
  const userGrants = await grants.listByUser(table, user_id);
  const types = applyChoice(listOptedInTypes(userGrants, access, now), body);
  const isChanged = await setOptedInTypes(table, { user_id, ...access }, types, now);
  if (isChanged) audit('consent_changed', { request_id, client_id, user_id });
  return 'providers_chosen';
}

const changes = { revoke, choose_providers: chooseProviders };
