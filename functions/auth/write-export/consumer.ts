import { defineConsumer } from '#shared/contract/consumer.ts';

export default defineConsumer({
  summary: 'Write an export of everything that is stored about a user',
  onWrite: {
    prefixes: ['EXPORTS'],
    member: 'continuation.id',
    attributes: ['continuation'],
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
