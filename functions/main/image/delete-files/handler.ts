import { consumeQueue } from '#shared/queue/consume.ts';
import { newMeter } from '#shared/runtime/log.ts';
import { requireOwner } from '#shared/table/keys.ts';
import { openDeclaredTable } from '#shared/table/table.ts';
import { deleteFiles } from '../deleted-image.store.ts';
import { openOriginals, openVariants } from '../image.store.ts';
import consumer from './consumer.ts';

/** In milliseconds. No rendering and no upload takes as long. */
const settleMs = 60_000;

export const handler = consumeQueue(consumer, async ({ pk, id }) => {
  const meter = newMeter();
  const stores = {
    table: openDeclaredTable(consumer, meter),
    originals: openOriginals(meter),
    variants: openVariants(meter),
  };
  const now = new Date();
  const settledBefore = new Date(now.getTime() - settleMs);
  const image = { user_id: requireOwner({ pk }), id };
  const isGone = await deleteFiles(stores, image, { now, settledBefore });
  return isGone ? 'ack' : 'retry';
});
