import * as z from 'zod/mini';
import { defineProvider } from '#functions/connections/provider/define-provider.ts';
import { RemoteId } from '#functions/connections/provider/readings.ts';
import { endAccess, withBearer } from '#functions/connections/provider/revocation.ts';
import {
  isSigned,
  rejectedWebhook,
  type WebhookEvent,
  type WebhookOutcome,
  type WebhookRequest,
  type WebhookVerification,
} from '#functions/connections/provider/webhook.ts';
import { tryParseJson } from '#shared/outgoing/outgoing.ts';
import { fetchWhoopWorkout, listWhoopWorkouts, requestWhoop } from './workouts.ts';

const apiUrl = 'https://api.prod.whoop.com';
const tokenEndpoint = {
  token_url: `${apiUrl}/oauth/oauth2/token`,
  client_auth: 'body',
} as const;

/** WHOOP v2 (developer.whoop.com). */
export default defineProvider({
  type: 'whoop',
  oauth: {
    ...tokenEndpoint,
    authorize_url: `${apiUrl}/oauth/oauth2/auth`,
    scopes: ['offline', 'read:workout', 'read:profile'],
    scope_separator: ' ',
    refresh_parameters: { scope: 'offline' },
    granted_scopes: 'token_response',
    // Both old tokens become invalid at once.
    refresh_token_kept: 'none',
  },
  account: {
    url: `${apiUrl}/developer/v2/user/profile/basic`,
    request: requestWhoop,
    id: z.pipe(
      z.object({ user_id: RemoteId }),
      z.transform(({ user_id }) => user_id),
    ),
  },
  requiredScopes: [['offline'], ['read:workout'], ['read:profile']],
  limits: [
    { requests: 100, seconds: 60, per: 'client' },
    { requests: 10_000, seconds: 86_400, per: 'client' },
  ],
  delivery: 'push',
  listWorkouts: listWhoopWorkouts,
  fetchWorkout: fetchWhoopWorkout,
  receiveWebhook,
  revocation: endAccess(
    tokenEndpoint,
    withBearer('DELETE', `${apiUrl}/developer/v2/user/access`),
  ),
});

const WhoopEvent = z.object({ user_id: RemoteId, id: RemoteId, type: z.string() });

/** The age of a signed message in milliseconds: retries follow within about an hour. */
const maxAgeMs = 2 * 3_600_000;

const kinds: Readonly<Record<string, WebhookEvent['kind']>> = {
  'workout.updated': 'changed',
  'workout.deleted': 'deleted',
};

/**
 * Receives a webhook of WHOOP: the client secret signs the timestamp in milliseconds and the raw
 * body. Events of sleep and recovery are confirmed and ignored.
 */
function receiveWebhook(
  { header, body }: WebhookRequest,
  { client_secret, now }: WebhookVerification,
): WebhookOutcome {
  const timestamp = header('x-whoop-signature-timestamp') ?? '';
  const isValid = isSigned({
    secret: client_secret,
    content: timestamp + body,
    encoding: 'base64',
    sent: header('x-whoop-signature'),
  });
  const isRecent = Math.abs(now.getTime() - Number(timestamp)) <= maxAgeMs;
  if (!isValid || !isRecent) return rejectedWebhook;

  const parsed = WhoopEvent.safeParse(tryParseJson(body));
  if (!parsed.success) return { status: 400, events: [] };

  const { user_id, id, type } = parsed.data;
  const kind = kinds[type];
  const events = kind ? [{ kind, remote_id: user_id, workout_id: id }] : [];
  return { status: 200, events };
}
