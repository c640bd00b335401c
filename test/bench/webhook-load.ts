import { createHmac } from 'node:crypto';
import { getWebhookPath } from '#functions/connections/client/provider-client.ts';
import { standInClient } from '#kit/provider-stand-ins/start.ts';
import type { LocalService } from '#lib/local/service.ts';
import { type LoadRequest, startLoadSender } from './load/load.ts';
import { formatRecords } from './report.ts';
import { median, percentile } from './statistics.ts';

/** Figures about webhooks that arrive while connections are synchronized. Times are in ms. */
export interface WebhookFigures {
  sent: number;
  /** The number of connections that are due when the first webhook is sent. */
  dueConnections: number;
  /** The number of those that were synchronized before the last response. */
  synchronized: number;
  perSecond: number;
  median: number;
  p95: number;
  p99: number;
  slowest: number;
  /** The share of responses that accept the webhook. */
  accepted: number;
}

const callers = 100;
/** The time from one webhook of a caller to its next, in ms. */
const intervalMs = 2000;
const count = 1000;

/** Sends signed webhooks of WHOOP about workouts of many accounts, by the clock of the service. */
export async function sendWebhooks({ urls, clock }: LocalService) {
  using sender = startLoadSender();
  const url = urls.main + getWebhookPath('whoop', standInClient);
  const timestamp = String(clock.now());
  const requests = Array.from({ length: count }, (_, index) => {
    const event = { user_id: (index % callers) + 1, id: String((index % 60) + 1) };
    return signEvent(url, timestamp, { ...event, type: 'workout.updated' });
  });
  const reply = await sender.sendAndCount({ requests, count, callers, intervalMs });
  const { durations, elapsed, errors } = reply;
  return {
    sent: count,
    perSecond: (durations.length / elapsed) * 1000,
    median: median(durations),
    p95: percentile(durations, 0.95),
    p99: percentile(durations, 0.99),
    slowest: Math.max(...durations),
    accepted: 1 - errors / durations.length,
  };
}

function signEvent(url: string, timestamp: string, event: object): LoadRequest {
  const body = JSON.stringify(event);
  const { client_secret } = standInClient;
  const hmac = createHmac('sha256', client_secret).update(timestamp + body);
  const headers = {
    'Content-Type': 'application/json',
    'X-WHOOP-Signature': hmac.digest('base64'),
    'X-WHOOP-Signature-Timestamp': timestamp,
  };
  return { url, method: 'POST', headers, body };
}

const columns = {
  sent: 'webhooks',
  dueConnections: 'connections due',
  synchronized: 'synchronized meanwhile',
  perSecond: 'webhooks a second',
  median: 'median ms',
  p95: '95 % below',
  p99: '99 % below',
  slowest: 'slowest',
  accepted: 'accepted',
};

const explanation = `${callers} callers send a signed webhook of WHOOP every two seconds, while all connections are due for
their daily sync. Each webhook requests a sync, most of which the limit of WHOOP stops. The callers,
the service, its table and the stand-ins share the cores of one machine. On AWS, the function of the
webhooks shares nothing with the syncs but the table: it verifies a webhook and writes a request.`;

/** Formats the figures as a Markdown table, and explains them. */
export function formatWebhookFigures(figures: WebhookFigures): string {
  const accepted = `${(figures.accepted * 100).toFixed(1)} %`;
  const table = formatRecords(columns, [{ ...figures, accepted }]);
  return `${table}\n\n${explanation}`;
}
