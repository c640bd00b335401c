import { type Client, getRequestedScope } from '#functions/auth/client/client.ts';
import {
  isUntrusted,
  isUnverified,
} from '#functions/auth/client-metadata/metadata-client.ts';
import type { Audience } from '#shared/contract/endpoint.ts';
import { compact } from '#shared/runtime/compact.ts';
import { type AuthorizationRequest, parsePrompts } from './authorization.ts';
import type { AuthorizationParameters } from './parameters.ts';

/** The facts that the checks of a request have found out. */
type CheckedRequest = Pick<AuthorizationRequest, 'redirect_uri'> & {
  audience: Audience | undefined;
  resource: string | undefined;
  hinted_user: string | undefined;
};

/** Returns what is stored of a valid request: what the client asks for, and what it is now. */
export function toNewRequest(
  { values }: AuthorizationParameters,
  client: Client,
  { redirect_uri, audience, ...checked }: CheckedRequest,
) {
  const { scope, state, code_challenge, nonce, prompt, max_age } = values;
  const { client_id, name, native, client_uri, policy_uri, own } = client;
  return {
    client_id,
    application_name: name,
    redirect_uri,
    native,
    scope: getRequestedScope(scope, client, audience),
    ...compact({
      ...checked,
      audience,
      client_uri,
      policy_uri,
      own,
      unverified: isUnverified(client) || undefined,
      untrusted: isUntrusted(client) || undefined,
      state,
      code_challenge,
      nonce,
      prompt: parsePrompts(prompt).join(' ') || undefined,
      max_age: max_age === undefined ? undefined : Number(max_age),
    }),
  };
}
