import { defineConsumer } from '#shared/contract/consumer.ts';
import type { ExportRequest } from '#shared/data-export/data-export.ts';
import type { Key } from '#shared/table/keys.ts';

export default defineConsumer({
  name: 'Export',
  summary: 'Write an export of everything that is stored about a user',
  rule: {
    on: 'write',
    prefixes: ['EXPORTS'],
    member: 'continuation.id',
    toMessage: ({ pk, sk, continuation }: Key & { continuation: ExportRequest }) => ({
      pk,
      sk,
      continuation,
    }),
  },
  // No export has this id, so the example writes nothing.
  example: {
    continuation: { id: '01kafw2v8t5wq3xk9ah1m4d7pjz6r0bnce2y', step: 0 },
  },
  // Messages are retried for six hours, after which an export without progress counts as abandoned.
  retryInterval: 720,
  maxAge: 21_600,
  stores: {
    table: ['get', 'query', 'update'],
    originals: ['get'],
    exports: ['get', 'put'],
  },
  memory: 512,
  timeout: 120,
});
