import * as z from 'zod/mini';
import { defineProvider } from '#functions/connections/provider/define-provider.ts';
import { RemoteId } from '#functions/connections/provider/readings.ts';
import { revokeToken } from '#functions/connections/provider/revocation.ts';
import {
  rejectedWebhook,
  type WebhookEvent,
  type WebhookOutcome,
  type WebhookRequest,
  type WebhookVerification,
} from '#functions/connections/provider/webhook.ts';
import { isEqualInConstantTime } from '#shared/auth/secrets.ts';
import { tryParseJson } from '#shared/outgoing/outgoing.ts';
import { listGoogleWorkouts, requestGoogle } from './workouts.ts';

const scope =
  'https://www.googleapis.com/auth/googlehealth.activity_and_fitness.readonly';

/** Google Health API v4 (developers.google.com/health), the successor of the Fitbit Web API. */
export default defineProvider({
  type: 'google_health',
  oauth: {
    authorize_url: 'https://accounts.google.com/o/oauth2/v2/auth',
    authorize_parameters: { access_type: 'offline', prompt: 'consent' },
    scopes: [scope],
    scope_separator: ' ',
    pkce: true,
    token_url: 'https://oauth2.googleapis.com/token',
    client_auth: 'body',
    granted_scopes: 'token_response',
    refresh_token_kept: 'old',
  },
  // Notifications name this id.
  account: {
    url: 'https://health.googleapis.com/v4/users/me/identity',
    request: requestGoogle,
    id: z.pipe(
      z.object({ healthUserId: RemoteId }),
      z.transform(({ healthUserId }) => healthUserId),
    ),
  },
  requiredScopes: [[scope]],
  limits: [
    { requests: 300, seconds: 60, per: 'account' },
    { requests: 120_000, seconds: 60, per: 'client' },
  ],
  delivery: 'push',
  listWorkouts: listGoogleWorkouts,
  receiveWebhook,
  revocation: revokeToken('https://oauth2.googleapis.com/revoke', 'none'),
});

const Verification = z.object({ type: z.literal('verification') });

const Notifications = z.array(
  z.object({
    data: z.object({
      healthUserId: RemoteId,
      operation: z.enum(['UPSERT', 'DELETE']),
      dataType: z.string(),
    }),
  }),
);

/**
 * Receives a webhook of Google Health, which has our secret in the Authorization header. Google
 * verifies the address: it expects 201 with the secret, and 401 or 403 without it. It delivers a
 * notification again unless the response is 204.
 */
function receiveWebhook(
  { header, body }: WebhookRequest,
  { webhook_secret }: WebhookVerification,
): WebhookOutcome {
  const hasSecret = isEqualInConstantTime(header('authorization') ?? '', webhook_secret);
  if (!hasSecret) return rejectedWebhook;

  const value = tryParseJson(body);
  if (Verification.safeParse(value).success) return { status: 201, events: [] };

  const parsed = Notifications.safeParse(value);
  if (!parsed.success) return { status: 400, events: [] };
  const exercises = parsed.data.filter(({ data }) => data.dataType === 'exercise');
  const events = exercises.map(
    ({ data: { healthUserId, operation } }): WebhookEvent => ({
      kind: operation === 'DELETE' ? 'deleted' : 'changed',
      remote_id: healthUserId,
    }),
  );
  return { status: 204, events };
}
