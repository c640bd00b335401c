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
import { requestStrava } from './request.ts';
import { fetchStravaWorkout, listStravaWorkouts } from './workouts.ts';

/** Strava (developers.strava.com/docs). */
export default defineProvider({
  type: 'strava',
  oauth: {
    authorize_url: 'https://www.strava.com/oauth/authorize',
    scopes: ['read', 'activity:read_all'],
    scope_separator: ',',
    token_url: 'https://www.strava.com/oauth/token',
    client_auth: 'body',
    // The person may have deselected scopes.
    granted_scopes: 'callback',
    refresh_token_kept: 'old',
  },
  requestTokens: requestStrava,
  account: {
    id: z.pipe(
      z.object({ athlete: z.object({ id: RemoteId }) }),
      z.transform(({ athlete }) => athlete.id),
    ),
  },
  requiredScopes: [['activity:read', 'activity:read_all']],
  limits: [
    { requests: 200, seconds: 900, per: 'client' },
    { requests: 2000, seconds: 86_400, per: 'client' },
  ],
  delivery: 'push',
  listWorkouts: listStravaWorkouts,
  fetchWorkout: fetchStravaWorkout,
  receiveWebhook,
  revocation: revokeToken('https://www.strava.com/oauth/revoke', 'basic'),
});

const StravaEvent = z.object({
  object_type: z.enum(['activity', 'athlete']),
  object_id: RemoteId,
  aspect_type: z.enum(['create', 'update', 'delete']),
  owner_id: RemoteId,
  updates: z.catch(z.record(z.string(), z.unknown()), {}),
});
type StravaEvent = z.output<typeof StravaEvent>;

/**
 * Receives a webhook of Strava. Its signature is not documented well enough to rely on, so the
 * secret address of the callback protects it.
 */
function receiveWebhook(
  { method, query, body }: WebhookRequest,
  { webhook_secret }: WebhookVerification,
): WebhookOutcome {
  if (method !== 'POST') return confirmSubscription(query, webhook_secret);

  const parsed = StravaEvent.safeParse(tryParseJson(body));
  if (!parsed.success) return { status: 400, events: [] };
  const event = toEvent(parsed.data);
  return { status: 200, events: event ? [event] : [] };
}

/** Echoes the challenge with which Strava confirms a new subscription. */
function confirmSubscription(
  query: WebhookRequest['query'],
  webhook_secret: string,
): WebhookOutcome {
  const { 'hub.challenge': challenge, 'hub.verify_token': token = '' } = query;
  const isOurToken = isEqualInConstantTime(token, webhook_secret);
  if (!challenge || !isOurToken) return rejectedWebhook;
  return { status: 200, body: { 'hub.challenge': challenge }, events: [] };
}

function toEvent({
  object_type,
  object_id,
  aspect_type,
  owner_id,
  updates,
}: StravaEvent): WebhookEvent | undefined {
  if (object_type === 'activity') {
    const kind = aspect_type === 'delete' ? 'deleted' : 'changed';
    return { kind, remote_id: owner_id, workout_id: object_id };
  }
  const isDeauthorized = String(updates.authorized) === 'false';
  const hasLeft = isDeauthorized || aspect_type === 'delete';
  return hasLeft ? { kind: 'disconnected', remote_id: owner_id } : undefined;
}
