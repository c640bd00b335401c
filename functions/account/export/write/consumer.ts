import { defineConsumer } from '#shared/contract/function.ts';
import type { Key } from '#shared/table/keys.ts';
import type { ExportRequest } from '../data-export.ts';

export default defineConsumer({
  name: 'Export',
  summary: 'Write an export of the data of a user',
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
    continuation: { id: '01kafw2v8t5wq3xk9ah1m4d7pjz6r0bnce2y', archive: 1 },
  },
  // A message returns a minute after its function has timed out.
  retryInterval: 960,
  // Messages are retried for six hours, after which an export without progress counts as abandoned.
  maxAge: 21_600,
  stores: {
    table: ['get', 'getEach', 'query', 'update'],
    originals: ['get'],
    imports: ['read'],
    exports: ['put', 'delete'],
  },
  // A whole vCPU, because compression and TLS take most of the time. It uses less than 256 MB.
  memory: 1769,
  timeout: 900,
});
