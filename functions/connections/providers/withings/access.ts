import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import type { ProviderClient } from '#functions/connections/provider-definition/call.ts';
import type { ProviderAccess } from '#functions/connections/provider-definition/provider.ts';
import {
  attemptRevocation,
  findClient,
  type ProviderRevocation,
} from '#functions/connections/provider-definition/revocation.ts';
import { tryParseJson } from '#shared/outgoing/outgoing.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';

const apiUrl = 'https://wbsapi.withings.net';

/** The authorization and revocation of access to accounts of Withings. */
export default {
  oauth: {
    authorize_url: 'https://account.withings.com/oauth2_user/authorize2',
    scopes: ['user.activity', 'user.metrics'],
    scope_separator: ',',
    token_url: `${apiUrl}/v2/oauth2`,
    client_auth: 'body',
    token_parameters: { action: 'requesttoken' },
    granted_scopes: 'token_response',
    refresh_token_kept: 'none',
  },
  requiredScopes: [['user.activity']],
  measurementScopes: ['user.activity', 'user.metrics'],
  revocation: { attempt: revokeSigned },
} satisfies ProviderAccess;

const Nonce = z.object({ body: z.object({ nonce: z.string() }) });

/**
 * Revokes an access with a signature over a nonce. Withings accepts each nonce once
 * (developer.withings.com, Signature v2).
 */
async function revokeSigned(
  ...[send, account, now]: Parameters<ProviderRevocation['attempt']>
) {
  const client = findClient(account);
  if (!client) return undefined;

  const { client_id } = client;
  const timestamp = String(toEpochSeconds(now));
  const rules = { authenticatesClient: true, isDone: hasStatusZero };
  const issued = await attemptRevocation(
    send,
    toForm('/v2/signature', {
      action: 'getnonce',
      client_id,
      timestamp,
      signature: sign(client, 'getnonce', timestamp),
    }),
    rules,
  );
  const parsed = Nonce.safeParse(tryParseJson(issued.response.text));
  if (parsed.success) {
    const { nonce } = parsed.data.body;
    const signature = sign(client, 'revoke', nonce);
    const userid = account.remote_id;
    const form = { action: 'revoke', client_id, nonce, signature, userid };
    return attemptRevocation(send, toForm('/v2/oauth2', form), rules);
  }
  // The request for a nonce has no token, so its response cannot tell that the access ended.
  const claimsAccessEnded =
    issued.result === 'revoked' || issued.result === 'token_invalid';
  return claimsAccessEnded ? { ...issued, result: 'failed' as const } : issued;
}

function toForm(path: string, form: Readonly<Record<string, string>>) {
  return { method: 'POST', url: apiUrl + path, form } as const;
}

/** Signs an action, the client id, and a nonce or a time with the client secret. */
function sign(
  { client_id, client_secret }: ProviderClient,
  action: string,
  nonce: string,
) {
  const content = [action, client_id, nonce].join(',');
  return createHmac('sha256', client_secret).update(content).digest('hex');
}

/** Withings sends the HTTP status 200 even for errors. */
function hasStatusZero({ status }: Readonly<Record<string, unknown>>): boolean {
  return status === 0;
}
