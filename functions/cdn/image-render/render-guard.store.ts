import { imageKeys } from '#functions/main/image/image.keys.ts';
import { recordedSizesLifetime } from '#functions/main/image/image.store.ts';
import {
  countSecondsToNextDay,
  daySeconds,
  toEpochSeconds,
} from '#shared/runtime/time.ts';
import { belowOrAbsent, hasFewerThan } from '#shared/table/condition.ts';
import type { Table } from '#shared/table/table.ts';

/** The maximum number of sizes of an image that are stored. Clients use a few dozen at most. */
export const maxStored = 100;

/** The maximum number of renderings of an image in a day (UTC) that are not stored. */
export const maxUnstoredPerDay = 1000;

/** A variant of an image. */
interface VariantSize {
  image_id: string;
  /** The size in the path of the variant, e.g. `w_320,h_240`, or `original` if it has none. */
  size: string;
}

/** Whether to render and store a variant, only to render it, or to reject the request. */
export type RenderPermit =
  | { kind: 'render_and_store' }
  | { kind: 'render' }
  | {
      kind: 'reject';
      /** Seconds until the next day (UTC). */
      retryAfter: number;
    };

/**
 * Records the size of a variant that is about to be rendered, and returns what is permitted
 * (decision 0030). An erasure finds the stored variants of an image by these sizes (decision 0024).
 * Needs one conditional write, or two if the image has the maximum of stored variants.
 */
export async function requestPermit(
  table: Table<'update'>,
  { image_id, size }: VariantSize,
  now: Date,
): Promise<RenderPermit> {
  const at = toEpochSeconds(now);
  const stored = await table.update(
    imageKeys.imageVariants(image_id),
    { include: { sizes: size }, set: { ttl: at + recordedSizesLifetime } },
    { sizes: hasFewerThan(maxStored) },
  );
  if (stored.done) return { kind: 'render_and_store' };

  const date = now.toISOString().slice(0, 10);
  const rendered = await table.update(
    imageKeys.imageRenderings(image_id, date),
    { increment: { rendered: 1 }, setIfAbsent: { ttl: at + 2 * daySeconds } },
    { rendered: belowOrAbsent(maxUnstoredPerDay) },
  );
  if (rendered.done) return { kind: 'render' };
  return { kind: 'reject', retryAfter: countSecondsToNextDay(now) };
}
