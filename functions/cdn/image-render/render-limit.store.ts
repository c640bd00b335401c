import { toEpochSeconds } from '#shared/runtime/time.ts';
import { belowOrAbsent } from '#shared/table/condition.ts';
import { keys } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';

/** The stored variants of one image. Clients of an image use a few sizes, at most a few dozen. */
export const maxStored = 100;
/** The variants of one image that are rendered in a day (UTC) without being stored. */
export const maxUnstoredPerDay = 1000;

const secondsPerDay = 24 * 60 * 60;
/** Stored variants expire after a year, and then their count does too. */
const countedSeconds = 365 * secondsPerDay;

/** What to do with a variant: store and return it, only return it, or not render it at all. */
export type RenderPermit =
  | { kind: 'store' }
  | { kind: 'return' }
  | { kind: 'reject'; retryAfter: number };

/**
 * Counts a variant that is about to be rendered, and returns what to do with it (decision 0030).
 * Takes one conditional write, or two if the image has the maximum of stored variants.
 */
export async function requestRendering(
  table: Table<'update'>,
  image_id: string,
  now: Date,
): Promise<RenderPermit> {
  const at = toEpochSeconds(now);
  const stored = await table.update(
    keys.imageVariants(image_id),
    { increment: { stored: 1 }, setIfAbsent: { ttl: at + countedSeconds } },
    { stored: belowOrAbsent(maxStored) },
  );
  if (stored.done) return { kind: 'store' };

  const date = now.toISOString().slice(0, 10);
  const rendered = await table.update(
    keys.imageRenderings(image_id, date),
    { increment: { rendered: 1 }, setIfAbsent: { ttl: at + 2 * secondsPerDay } },
    { rendered: belowOrAbsent(maxUnstoredPerDay) },
  );
  if (rendered.done) return { kind: 'return' };
  return { kind: 'reject', retryAfter: secondsPerDay - (at % secondsPerDay) };
}
