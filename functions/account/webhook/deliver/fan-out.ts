import { findRow, listRowEvents } from '#functions/account/event/event.store.ts';
import { type SequencedEvent, seeEvent } from '#functions/account/event/event.ts';
import { isEnabled } from '#functions/auth/client/client.ts';
import { log } from '#shared/runtime/log.ts';
import { getExisting } from '#shared/table/each.ts';
import { type Key, requireOwner } from '#shared/table/keys.ts';
import {
  buildDelivery,
  type PendingDelivery,
  toDeliveryKey,
  type WebhookDelivery,
} from '../delivery.ts';
import { listOfClient } from '../webhook.store.ts';
import { selectsType, type Webhook } from '../webhook.ts';
import { sendToWebhook } from './send-to-webhook.ts';
import { type SendDeps, settle } from './webhook-run.ts';

/** Sends the events of a row of a log to the webhooks that may have them. */
export async function sendRow(deps: SendDeps, key: Key): Promise<void> {
  const { table, access } = deps;
  const row = await findRow(table, key);
  if (!row) return;
  const user_id = requireOwner(key);
  const { isRestricted } = await access.read(user_id);
  // They are found in the log when the user lifts the restriction.
  if (isRestricted) return;

  const events = listRowEvents(row);
  const webhooks = await listWebhooks(deps, user_id);
  const sends = webhooks.map(async (webhook) => {
    const deliveries = await buildDeliveries(deps, webhook, user_id, events);
    const existing = await getExisting<WebhookDelivery>(
      table,
      deliveries.map(toDeliveryKey),
    );
    const ids = new Set(existing.map(({ id }) => id));
    const fresh = deliveries.filter(({ id }) => !ids.has(id));
    // A worker that has stored them may have been interrupted before anybody was to look again.
    const isLeft = existing.some(({ state }) => state === 'pending');
    if (isLeft || fresh.length > 0) await sendToWebhook(deps, webhook, fresh, isLeft);
  });
  await settle(sends);
  if (webhooks.length > 0) logDelay(events, deps.getNow());
}

/** Logs the age of the oldest of the events that were sent. */
function logDelay(events: readonly SequencedEvent[], now: Date): void {
  const times = events.map(({ timestamp }) => Date.parse(timestamp));
  const delay_s = Math.round((now.getTime() - Math.min(...times)) / 1000);
  log({ level: 'info', event: 'events_sent', count: events.length, delay_s });
}

/** Lists the webhooks of the applications that have access to the data of a user. */
export async function listWebhooks(
  { table, access }: SendDeps,
  user_id: string,
): Promise<Webhook[]> {
  const { grants } = await access.read(user_id);
  const clientIds = new Set(grants.map(({ client_id }) => client_id));
  const lists = [...clientIds].map(async (client_id) => {
    const webhooks = await listOfClient(table, client_id);
    const enabled = webhooks.filter(({ state }) => state !== 'disabled');
    if (enabled.length === 0) return [];
    return isEnabled(await access.findClient(client_id)) ? enabled : [];
  });
  return (await Promise.all(lists)).flat();
}

/** Returns the deliveries of those events that a webhook selects and its application may see. */
export async function buildDeliveries(
  { access, getNow }: SendDeps,
  webhook: Webhook,
  user_id: string,
  events: readonly SequencedEvent[],
): Promise<PendingDelivery[]> {
  const { id: webhook_id, client_id } = webhook;
  const viewer = await access.findViewer(user_id, client_id);
  if (!viewer) return [];
  return events.flatMap((event) => {
    const seen = seeEvent(event, viewer);
    if (!seen || !selectsType(webhook, seen.type)) return [];
    const { type, timestamp } = seen;
    const delivery = { webhook_id, client_id, user_id, type, timestamp, event };
    return buildDelivery(delivery, getNow());
  });
}
