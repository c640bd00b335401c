import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import type {
  ProviderClient,
  ProviderContext,
  ProviderResult,
} from '#functions/connections/provider/call.ts';
import { defineProvider } from '#functions/connections/provider/define-provider.ts';
import type { AccountAccess } from '#functions/connections/provider/provider.ts';
import { RemoteId } from '#functions/connections/provider/readings.ts';
import {
  attemptRevocation,
  findClient,
  type ProviderRevocation,
} from '#functions/connections/provider/revocation.ts';
import type {
  WebhookEvent,
  WebhookOutcome,
  WebhookRequest,
} from '#functions/connections/provider/webhook.ts';
import { tryParseJson } from '#shared/outgoing/outgoing.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import { requestWithings, requestWithingsTokens } from './request.ts';
import { listWithingsWorkouts } from './workouts.ts';

const apiUrl = 'https://wbsapi.withings.net';

/** The values of `appli` in notifications: for activity and workouts, and for profile changes. */
const notificationKinds = { activity: '16', profile: '46' } as const;

/** Withings (developer.withings.com). Webhooks are subscribed for each account. */
export default defineProvider({
  type: 'withings',
  oauth: {
    authorize_url: 'https://account.withings.com/oauth2_user/authorize2',
    scopes: ['user.activity'],
    scope_separator: ',',
    token_url: `${apiUrl}/v2/oauth2`,
    client_auth: 'body',
    token_parameters: { action: 'requesttoken' },
    granted_scopes: 'token_response',
    refresh_token_kept: 'none',
  },
  requestTokens: requestWithingsTokens,
  // `userid` is a number in the documentation and a string in practice.
  account: {
    id: z.pipe(
      z.object({ userid: RemoteId }),
      z.transform(({ userid }) => userid),
    ),
  },
  requiredScopes: [['user.activity']],
  limits: [{ requests: 120, seconds: 60, per: 'client' }],
  delivery: 'poll',
  listWorkouts: listWithingsWorkouts,
  subscribe,
  receiveWebhook,
  revocation: { attempt: revokeSigned },
});

/**
 * Subscribes to the workouts of an account, and to the end of our access to it. Withings checks
 * first that the address responds to HEAD. A repeated subscription changes nothing.
 */
async function subscribe(
  context: ProviderContext,
  account: AccountAccess,
  callbackUrl: string,
): Promise<ProviderResult<unknown>> {
  const workouts = await subscribeTo(notificationKinds.activity);
  // The subscription to the profile may fail: syncs also detect that our access has ended.
  if (workouts.ok) await subscribeTo(notificationKinds.profile);
  return workouts;

  function subscribeTo(appli: string): Promise<ProviderResult<unknown>> {
    const request = {
      method: 'POST',
      url: `${apiUrl}/notify`,
      authorization: `Bearer ${account.access_token}`,
      form: { action: 'subscribe', callbackurl: callbackUrl, appli },
    } as const;
    return requestWithings(context, request, z.unknown());
  }
}

/**
 * Receives a webhook of Withings, which is not signed: the secret address of the callback protects
 * it. HEAD has to succeed when a callback is subscribed.
 */
function receiveWebhook({ method, body }: WebhookRequest): WebhookOutcome {
  if (method !== 'POST') return { status: 200, events: [] };

  const form = new URLSearchParams(body);
  const userid = form.get('userid');
  const appli = form.get('appli');
  if (!userid || !appli) return { status: 400, events: [] };
  const kind = toKind(appli, form.get('action'));
  return { status: 200, events: kind ? [{ kind, remote_id: userid }] : [] };
}

function toKind(appli: string, action: string | null): WebhookEvent['kind'] | undefined {
  if (appli === notificationKinds.activity) return 'changed';
  const hasLeft = action === 'unlink' || action === 'delete';
  return appli === notificationKinds.profile && hasLeft ? 'disconnected' : undefined;
}

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
