import { expect, it, vi } from 'vitest';
import { defineConsumer } from '../contract/function.ts';
import { consumeQueue } from './consume.ts';

const record = (messageId: string, body: unknown) => ({
  messageId,
  body: JSON.stringify(body),
});

it('reports the messages to retry, and logs nothing of their content', async () => {
  const lines: string[] = [];
  const write = vi
    .spyOn(process.stdout, 'write')
    .mockImplementation((line) => lines.push(String(line)) > 0);
  const handler = consumeQueue(
    defineConsumer({
      summary: 'Consume',
      name: 'Thing',
      rule: {
        on: 'delete',
        prefixes: ['THING#'],
        toMessage: ({ id }: { id: string }) => ({ id }),
      },
      example: {},
      retryInterval: 900,
      maxAge: 900,
    }),
    async ({ id }) => {
      if (id === 'secret') throw new Error(`cannot process ${id}`);
      return id === 'later' ? 'retry' : 'ack';
    },
  );
  const Records = [
    record('1', { id: 'now' }),
    record('2', { id: 'later' }),
    record('3', { id: 'secret' }),
    { messageId: '4', body: '{' },
  ];
  const event = { Records } as Parameters<typeof handler>[0];
  const context = { getRemainingTimeInMillis: () => 0 };
  const response = await handler(event, context).finally(() => write.mockRestore());
  expect(response.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)).toEqual([
    '2',
    '3',
    '4',
  ]);
  const line = {
    level: 'error',
    event: 'message',
    endpoint: 'Consume',
    error_stack: expect.any(String),
    timestamp: expect.any(String),
  };
  const logged = lines.map((text) => JSON.parse(text));
  expect(logged.map(({ error_name, ...others }) => [error_name, others]).sort()).toEqual([
    ['Error', line],
    ['SyntaxError', line],
  ]);
  expect(lines.join('')).not.toContain('secret');
});
