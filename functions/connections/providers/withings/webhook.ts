import type {
  ReceiveWebhook,
  WebhookEvent,
} from '#functions/connections/provider-definition/webhook.ts';

/** The values of `appli` in notifications: for activity and workouts, and for profile changes. */
export const notificationKinds = { activity: '16', profile: '46' } as const;

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
  const kind = toKind(appli, form.get('action'));
  return { status: 200, events: kind ? [{ kind, remote_id: userid }] : [] };
};

export default receiveWithingsWebhook;

function toKind(appli: string, action: string | null): WebhookEvent['kind'] | undefined {
  if (appli === notificationKinds.activity) return 'changed';
  const hasLeft = action === 'unlink' || action === 'delete';
  return appli === notificationKinds.profile && hasLeft ? 'disconnected' : undefined;
}
