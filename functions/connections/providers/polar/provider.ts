import * as z from 'zod/mini';
import {
  interpretForbidden,
  type ProviderContext,
  type ProviderResult,
  toProviderFailure,
} from '#functions/connections/provider/call.ts';
import { defineProvider } from '#functions/connections/provider/define-provider.ts';
import type { AccountAccess } from '#functions/connections/provider/provider.ts';
import { RemoteId } from '#functions/connections/provider/readings.ts';
import { endAccess } from '#functions/connections/provider/revocation.ts';
import {
  isSigned,
  rejectedWebhook,
  type WebhookOutcome,
  type WebhookRequest,
  type WebhookVerification,
} from '#functions/connections/provider/webhook.ts';
import { tryParseJson } from '#shared/outgoing/outgoing.ts';
import { failure, success } from '#shared/runtime/result.ts';
import { fetchPolarWorkout, listPolarWorkouts } from './workouts.ts';

const usersUrl = 'https://www.polaraccesslink.com/v3/users';
const tokenEndpoint = {
  token_url: 'https://polarremote.com/v2/oauth2/token',
  client_auth: 'basic',
} as const;

/**
 * Polar AccessLink v3 (www.polar.com/accesslink-api). Its tokens work until they are revoked, and
 * cannot be refreshed.
 */
export default defineProvider({
  type: 'polar',
  oauth: {
    ...tokenEndpoint,
    authorize_url: 'https://flow.polar.com/oauth2/authorization',
    scopes: ['accesslink.read_all'],
    scope_separator: ' ',
    granted_scopes: 'token_response',
  },
  account: {
    id: z.pipe(
      z.object({ x_user_id: RemoteId }),
      z.transform(({ x_user_id }) => x_user_id),
    ),
  },
  register,
  requiredScopes: [],
  // Both limits grow with the number of connected people.
  limits: [
    { requests: 500, seconds: 900, per: 'client' },
    { requests: 5000, seconds: 86_400, per: 'client' },
  ],
  delivery: 'push',
  listWorkouts: listPolarWorkouts,
  fetchWorkout: fetchPolarWorkout,
  receiveWebhook,
  revocation: endAccess(tokenEndpoint, ({ access_token, remote_id }) => ({
    method: 'DELETE',
    url: `${usersUrl}/${encodeURIComponent(remote_id)}`,
    authorization: `Bearer ${access_token}`,
  })),
});

/**
 * Registers the person with our client, under the id of the account. Polar returns only data that
 * is uploaded after the registration. An earlier registration counts as success.
 */
async function register(
  { send, now }: ProviderContext,
  { access_token, remote_id }: AccountAccess,
): Promise<ProviderResult<undefined>> {
  const response = await send({
    method: 'POST',
    url: usersUrl,
    authorization: `Bearer ${access_token}`,
    json: { 'member-id': remote_id },
  });
  if (response.ok) return success(undefined);

  const { error } = response;
  const isRegistered = error.kind === 'status' && error.response.status === 409;
  if (isRegistered) return success(undefined);
  return failure(toProviderFailure(error, now, interpretForbidden));
}

const Ping = z.object({ event: z.literal('PING') });
const ExerciseEvent = z.object({ user_id: RemoteId, entity_id: RemoteId });
const NamedEvent = z.object({ event: z.string() });

/**
 * Receives a webhook of Polar. The signature secret is issued after the first ping, so a ping needs
 * no signature; it reports nothing.
 */
function receiveWebhook(
  { header, body }: WebhookRequest,
  { webhook_secret }: WebhookVerification,
): WebhookOutcome {
  const value = tryParseJson(body);
  if (Ping.safeParse(value).success) return { status: 200, events: [] };

  const sent = header('polar-webhook-signature');
  const signature = { secret: webhook_secret, content: body, sent };
  if (!isSigned({ ...signature, encoding: 'hex' })) return rejectedWebhook;
  return readEvent(value);
}

function readEvent(value: unknown): WebhookOutcome {
  const named = NamedEvent.safeParse(value);
  if (named.success && named.data.event !== 'EXERCISE')
    return { status: 200, events: [] };

  const parsed = ExerciseEvent.safeParse(value);
  if (!named.success || !parsed.success) return { status: 400, events: [] };
  const { user_id, entity_id } = parsed.data;
  const event = { kind: 'changed', remote_id: user_id, workout_id: entity_id } as const;
  return { status: 200, events: [event] };
}
