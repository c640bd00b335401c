import { expect, it, vi } from 'vitest';
import { defineConsumer } from '../contract/consumer.ts';
import { consumeQueue } from './consume.ts';

const record = (messageId: string, body: unknown) => ({
  messageId,
  body: JSON.stringify(body),
});
const deletion = (id: string) => ({ dynamodb: { OldImage: { id: { S: id } } } });

it('reports the messages to retry, and logs nothing of their content', async () => {
  const lines: string[] = [];
  const write = vi
    .spyOn(process.stdout, 'write')
    .mockImplementation((line) => lines.push(String(line)) > 0);
  const handler = consumeQueue<{ id: string }>(
    defineConsumer({
      summary: 'Consume',
      onDelete: 'THING#',
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
    record('1', deletion('now')),
    record('2', deletion('later')),
    record('3', deletion('secret')),
    record('4', { dynamodb: {} }),
  ];
  const event = { Records } as Parameters<typeof handler>[0];
  const response = await handler(event).finally(() => write.mockRestore());
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
  };
  const logged = lines.map((text) => JSON.parse(text));
  expect(logged).toHaveLength(2);
  for (const entry of logged)
    expect(entry).toEqual({
      ...line,
      error_name: 'Error',
      timestamp: expect.any(String),
    });
  expect(lines.join('')).not.toContain('secret');
});
