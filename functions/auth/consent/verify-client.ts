import * as attempts from '#functions/auth/attempts/attempts.store.ts';
import * as authorizationRequests from '#functions/auth/authorize/authorization.store.ts';
import type { AuthorizationRequest } from '#functions/auth/authorize/authorization.ts';
import { isRegisteredRedirectUri } from '#functions/auth/client/redirect-uri.ts';
import {
  type FetchedDocument,
  fetchClientDocument,
} from '#functions/auth/client-metadata/fetch-client-document.ts';
import { toClient } from '#functions/auth/client-metadata/metadata-client.ts';
import { getConfiguredGateway } from '#shared/outgoing/send.ts';
import { compact } from '#shared/runtime/compact.ts';
import { failure, type Result, success } from '#shared/runtime/result.ts';
import type { Table } from '#shared/table/table.ts';

/** The documents that are fetched in a day (UTC) because one user asks for it. */
export const maxDocumentsPerDay = 50;

interface VerificationContext {
  table: Table<'update'>;
  baseUrls: { main: string };
  now: Date;
}

/**
 * Reads the metadata document of a client that is not verified, for a user who is signed in.
 * Returns the request with what the document says. Fails with the reason, a sentence for the
 * client's developer.
 */
export async function verifyClient(
  { table, baseUrls, now }: VerificationContext,
  request: AuthorizationRequest,
  user_id: string,
): Promise<Result<AuthorizationRequest, string>> {
  if (!request.unverified) return success(request);
  const parts = ['client_document', user_id];
  const wait = await attempts.consumeOfDay(table, parts, maxDocumentsPerDay, now);
  if (wait > 0)
    return failure(`You have tried ${maxDocumentsPerDay} times today. Try tomorrow.`);

  const route = { gateway: getConfiguredGateway(), mainUrl: baseUrls.main };
  const fetched = await fetchClientDocument(request.client_id, route);
  if (!fetched.ok) return fetched;
  const { redirect_uris } = fetched.value.document;
  if (!isRegisteredRedirectUri(request.redirect_uri, { redirect_uris, native: true }))
    return failure('redirect_uris must have the redirect_uri of the request.');

  const verification = toVerification(fetched.value, now);
  const verified = await authorizationRequests.verify(table, request.id, verification);
  return verified ? success(verified) : failure('The request has expired.');
}

function toVerification({ document, freshSeconds }: FetchedDocument, now: Date) {
  const fresh_until = new Date(now.getTime() + freshSeconds * 1000).toISOString();
  const stored = { ...document, fetched_datetime: now.toISOString(), fresh_until };
  const { name, native, client_uri, policy_uri } = toClient(stored, now);
  return {
    document: stored,
    application_name: name,
    native,
    ...compact({ client_uri, policy_uri }),
  };
}
