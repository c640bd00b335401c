import { describe, expect, it } from 'vitest';
import { imageKeys } from '#functions/main/image/image.keys.ts';
import { table } from '#kit/fixtures.ts';
import { newId } from '#shared/runtime/ids.ts';
import { isNew } from '#shared/table/condition.ts';
import { maxStored, maxUnstoredPerDay, requestPermit } from './render-guard.store.ts';

const now = new Date('2026-11-20T18:00:00Z');
const nextDay = new Date('2026-11-21T00:00:00Z');

describe('a permit to render a variant', () => {
  it('includes storing it for the first 100 sizes of an image', async () => {
    const id = newId(now);
    const permits = await Promise.all(
      Array.from({ length: maxStored + 5 }, (_, width) =>
        requestPermit(table(), { image_id: id, size: `w_${width},h_` }, now),
      ),
    );
    const kinds = permits.map(({ kind }) => kind).sort();
    expect(kinds.filter((kind) => kind === 'render_and_store')).toHaveLength(maxStored);
    expect(kinds.filter((kind) => kind === 'render')).toHaveLength(5);
    const other = { image_id: newId(now), size: 'original' };
    expect(await requestPermit(table(), other, now)).toEqual({
      kind: 'render_and_store',
    });
  });

  it('records the size once, until all its variants have expired', async () => {
    const image_id = newId(now);
    await requestPermit(table(), { image_id, size: 'original' }, now);
    await requestPermit(table(), { image_id, size: 'w_320,h_' }, now);
    await requestPermit(table(), { image_id, size: 'original' }, nextDay);
    const item = await table().get<{ sizes: Set<string>; ttl: number }>(
      imageKeys.imageVariants(image_id),
    );
    expect([...(item?.sizes ?? [])].sort()).toEqual(['original', 'w_320,h_']);
    const days = (Number(item?.ttl) - nextDay.getTime() / 1000) / 86_400;
    expect(days).toBe(380);
  });

  it('is refused beyond the daily limit until the next day', async () => {
    const id = newId(now);
    const sizes = new Set(
      Array.from({ length: maxStored }, (_, width) => `w_${width},h_`),
    );
    await table().put({ ...imageKeys.imageVariants(id), sizes }, isNew);
    const today = imageKeys.imageRenderings(id, '2026-11-20');
    await table().put({ ...today, rendered: maxUnstoredPerDay - 1 }, isNew);
    const variant = { image_id: id, size: 'original' };
    const request = (at = now) => requestPermit(table(), variant, at);
    expect(await request()).toEqual({ kind: 'render' });
    expect(await request()).toEqual({ kind: 'reject', retryAfter: 6 * 60 * 60 });
    expect(await request(nextDay)).toEqual({ kind: 'render' });
  });
});
