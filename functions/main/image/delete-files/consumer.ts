import { defineConsumer } from '#shared/contract/function.ts';
import type { Key } from '#shared/table/keys.ts';
import type { DeletedImage } from '../deleted-image.store.ts';
import { imageKeys } from '../image.keys.ts';

export default defineConsumer({
  name: 'ImageDeletion',
  summary: 'Delete the files of a deleted image',
  rule: {
    on: 'write',
    prefixes: [imageKeys.deletedImages('').prefix],
    // A later write notes that the files are deleted for the first time.
    toMessage: ({ pk, sk, id }: DeletedImage & Key, before?: object) =>
      before === undefined ? { pk, sk, id } : undefined,
  },
  // No image has this id, so the example deletes nothing.
  example: {
    id: '01kafw2v8t5wq3xk9ah1m4d7pjz6r0bnce2y',
    deleted_datetime: '2026-11-20T17:00:00.000Z',
  },
  // The second try ends the deletion: no rendering or upload is left that could store a file.
  retryInterval: 180,
  // Outlasts an outage of a day.
  maxAge: 86_400,
  stores: {
    table: ['get', 'query', 'update', 'delete'],
    originals: ['delete'],
    variants: ['delete'],
  },
  memory: 256,
  timeout: 60,
});
