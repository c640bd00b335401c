import { addDays } from '#functions/diary/entry/dates.ts';
import { getIdentityHeaders } from '#kit/fixtures.ts';
import type { RoundTripService } from './round-trip-service.ts';

interface DiarySummary {
  items: { duration: number }[];
}

/** Waits for the sync, and returns the seconds of exercise in the diary of the last 30 days. */
export async function sumImported(
  { service, send }: RoundTripService,
  token: string,
): Promise<number> {
  await service.drainQueues();
  const today = new Date(service.clock.now()).toISOString().slice(0, 10);
  const path = `/v2/diary/summary?from=${addDays(today, -30)}&to=${today}`;
  const headers = getIdentityHeaders(token);
  const options = { host: 'diary', token, headers } as const;
  const { body } = await send<DiarySummary>('GET', path, options);
  return body.items.reduce((sum, { duration }) => sum + duration, 0);
}
