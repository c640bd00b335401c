import type {
  ReceiveWebhook,
  WebhookEvent,
} from '#functions/connections/provider-definition/webhook.ts';
import { formatInstant } from '#functions/diary/workout-import/plausible-workout.ts';
import { compact } from '#shared/runtime/compact.ts';

/**
 * The values of `appli` in notifications that are subscribed (developer.withings.com, Notification
 * content): for weight and what else a scale measures, for activity and workouts, for sleep, and
 * for profile changes.
 */
export const notificationKinds = {
  weight: '1',
  activity: '16',
  sleep: '44',
  profile: '46',
} as const;

/** The kinds of values of the body of which notifications report new ones. */
const measured: ReadonlyMap<string, string> = new Map([
  [notificationKinds.weight, 'body'],
  [notificationKinds.sleep, 'sleep'],
]);

/**
 * Receives a webhook of Withings, which is not signed: the secret address of the callback protects
 * it. HEAD has to succeed when a callback is subscribed.
 */
const receiveWithingsWebhook: ReceiveWebhook = ({ method, body }) => {
  if (method !== 'POST') return { status: 200, events: [] };

  const form = new URLSearchParams(body);
  const userid = form.get('userid');
  const appli = form.get('appli');
  if (!userid || !appli) return { status: 400, events: [] };
  const measurement_kind = measured.get(appli);
  if (measurement_kind !== undefined) {
    const event = { kind: 'changed', remote_id: userid, measurement_kind } as const;
    return { status: 200, events: [{ ...event, ...readStart(form) }] };
  }
  const kind = toKind(appli, form.get('action'));
  return { status: 200, events: kind ? [{ kind, remote_id: userid }] : [] };
};

export default receiveWithingsWebhook;

function toKind(appli: string, action: string | null): WebhookEvent['kind'] | undefined {
  if (appli === notificationKinds.activity) return 'changed';
  const hasLeft = action === 'unlink' || action === 'delete';
  return appli === notificationKinds.profile && hasLeft ? 'disconnected' : undefined;
}

/** Reads when the earliest value was measured that a notification is about. */
function readStart(form: URLSearchParams): Pick<WebhookEvent, 'changed_since'> {
  const seconds = Number(form.get('startdate') || Number.NaN);
  return compact({ changed_since: formatInstant(seconds * 1000) });
}
