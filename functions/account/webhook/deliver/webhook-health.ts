import { daySeconds } from '#shared/runtime/time.ts';
import { type DeliveryTry, retryDelays, type WebhookDelivery } from '../delivery.ts';
import type { Webhook } from '../webhook.ts';

/** The members of a webhook that a worker writes. */
export const healthMembers = {
  state: true,
  failures: true,
  failing_since: true,
  probe_at: true,
  probes: true,
  is_catching_up: true,
  disabled_reason: true,
  disabled_datetime: true,
} as const;

/** The state of a webhook's receiver by the last tries. */
export type WebhookHealth = Pick<Webhook, keyof typeof healthMembers>;

/** After so many failures in a row, only one delivery at a time is tried. */
const degradingFailures = 3;

/** After failures in a row for so long, a webhook is disabled. */
const disablingMs = 5 * daySeconds * 1000;

/** A try, and the delivery after it. */
export interface EndedTry {
  delivery: WebhookDelivery;
  ended: DeliveryTry;
}

/** Returns the health of a webhook after tries that were made at the same time. */
export function applyTries(
  health: WebhookHealth,
  tries: readonly EndedTry[],
): WebhookHealth {
  const noted = tries.reduce(applyTry, health);
  const last = tries.findLast(({ ended }) => ended.outcome !== 'success');
  if (!last || noted.state === 'disabled' || noted.failures < degradingFailures)
    return noted;

  const probes = health.state === 'degraded' ? (health.probes ?? 0) + 1 : 0;
  const { failures, failing_since = last.ended.ended.toISOString() } = noted;
  const lastProbe = Date.parse(failing_since) + disablingMs;
  const probe_at = new Date(
    Math.min(getNextProbe(last, probes), lastProbe),
  ).toISOString();
  return { state: 'degraded', failures, failing_since, probes, probe_at };
}

function applyTry(health: WebhookHealth, { ended }: EndedTry): WebhookHealth {
  if (health.state === 'disabled') return health;
  if (ended.outcome === 'success') {
    const { state, is_catching_up } = health;
    const isCatchingUp = state === 'degraded' || is_catching_up === true;
    const catching = isCatchingUp ? { is_catching_up: true } : {};
    return { state: 'active', failures: 0, ...catching };
  }

  const time = ended.ended.toISOString();
  const { failing_since = time } = health;
  const failing = { ...health, failures: health.failures + 1, failing_since };
  const reason = findDisablingReason(failing_since, ended);
  if (!reason) return failing;
  const { failures } = failing;
  const disabled = { disabled_reason: reason, disabled_datetime: time };
  return { state: 'disabled', failures, failing_since, ...disabled };
}

function findDisablingReason(
  failing_since: string,
  { status, ended }: DeliveryTry,
): Webhook['disabled_reason'] {
  if (status === 410) return 'gone';
  const isLasting = ended.getTime() - Date.parse(failing_since) >= disablingMs;
  return isLasting ? 'failing' : undefined;
}

/**
 * Returns when a degraded webhook is tried again, in milliseconds since 1970: when the delivery is
 * that failed, but less and less often, because each try may be that of another one.
 */
function getNextProbe({ delivery, ended }: EndedTry, probes: number): number {
  const last = retryDelays.length - 1;
  const seconds = retryDelays[Math.min(probes, last)] ?? 0;
  const earliest = ended.ended.getTime() + seconds * 1000;
  const { next_try_datetime: next } = delivery;
  return next === undefined ? earliest : Math.max(earliest, Date.parse(next));
}
