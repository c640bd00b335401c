import * as z from 'zod/mini';
import { findRedirectUriProblem } from '#functions/auth/client/redirect-uri.ts';
import { WebAddress } from '#functions/auth/client/registration.ts';
import { cleanText } from '#shared/contract/clean-text.ts';
import { tryParseJson } from '#shared/outgoing/outgoing.ts';
import { compact } from '#shared/runtime/compact.ts';
import { failure, type Result, success } from '#shared/runtime/result.ts';

/** The statements of a client about itself in the document at its id. */
export interface ClientDocument {
  client_id: string;
  /** The host of the client id if the document has no name. */
  name: string;
  redirect_uris: readonly string[];
  /** A page on the host of the client id: that host itself unless the document names one. */
  client_uri: string;
  policy_uri?: string;
}

/** Members whose values are secrets, which nobody may publish. */
const secretMembers = ['client_secret', 'client_secret_expires_at'] as const;

/** Members of a JSON Web Key that is private or symmetric (RFC 7518 section 6). */
const privateKeyMembers = ['d', 'k', 'p', 'q', 'dp', 'dq', 'qi', 'oth'];

const Text = z.optional(z.string());
const Texts = z.optional(z.array(z.string()));
const Keys = z.array(z.record(z.string(), z.unknown()));

/** The members that matter (RFC 7591 section 2). Others are ignored. */
const Members = z.looseObject({
  client_id: z.string(),
  client_name: Text,
  redirect_uris: z.array(z.string()).check(z.maxLength(50)),
  grant_types: Texts,
  response_types: Texts,
  token_endpoint_auth_method: Text,
  jwks: z.optional(z.object({ keys: Keys })),
  client_uri: z.optional(z.unknown()),
  policy_uri: z.optional(z.unknown()),
});
type Members = z.infer<typeof Members>;

const maxName = 100;

/**
 * Returns what the document at a client id says. Fails with the reason if it breaks a rule of
 * draft-ietf-oauth-client-id-metadata-document, or of this service. A reason has nothing of the
 * document.
 */
export function parseClientDocument(
  text: string,
  client_id: string,
): Result<ClientDocument, string> {
  const parsed = Members.safeParse(tryParseJson(text));
  if (!parsed.success)
    return failure('It must be a JSON object with client_id and redirect_uris.');
  const fault = findFault(parsed.data, client_id);
  if (fault) return failure(fault);

  const redirect_uris = listRedirectUris(parsed.data);
  if (redirect_uris.length === 0)
    return failure('redirect_uris must have a URI that is allowed here.');
  return success(describeClient(parsed.data, redirect_uris));
}

/** Returns which rule a document breaks, or undefined. */
function findFault(members: Members, client_id: string): string | undefined {
  const { grant_types, response_types, jwks, token_endpoint_auth_method } = members;
  if (members.client_id !== client_id)
    return 'client_id must be the URL of the document, character for character.';
  if (secretMembers.some((name) => name in members))
    return 'It must not have a client secret.';
  if (token_endpoint_auth_method !== undefined && token_endpoint_auth_method !== 'none')
    return 'token_endpoint_auth_method must be none.';
  if (jwks?.keys.some((key) => privateKeyMembers.some((name) => name in key)))
    return 'It must not have a private key.';
  if (grant_types?.includes('authorization_code') === false)
    return 'grant_types must include authorization_code.';
  if (response_types?.includes('code') === false)
    return 'response_types must include code.';
  return undefined;
}

/** Lists the redirect URIs that a native client could register here. Others are never used. */
function listRedirectUris({ redirect_uris }: Members): string[] {
  return redirect_uris.filter((uri) => findRedirectUriProblem(uri, true) === undefined);
}

function describeClient(
  { client_id, client_name = '', client_uri, policy_uri }: Members,
  redirect_uris: readonly string[],
): ClientDocument {
  const { host, origin } = new URL(client_id);
  return {
    client_id,
    name: cleanText(client_name, maxName) || host,
    redirect_uris,
    client_uri: toOwnPage(client_uri, host) ?? `${origin}/`,
    ...compact({ policy_uri: toOwnPage(policy_uri, host) }),
  };
}

/** Returns the address of a page that is on the host of the client, which people see. */
function toOwnPage(uri: unknown, host: string): string | undefined {
  const parsed = WebAddress.safeParse(uri);
  return parsed.success && new URL(parsed.data).host === host ? parsed.data : undefined;
}
