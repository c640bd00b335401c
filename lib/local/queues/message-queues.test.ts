import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { openMessageQueues, toHiddenTime } from './message-queues.ts';

/** Opens queues in a new folder. `read` returns the bodies of the messages in their file. */
function openInFolder() {
  const folder = createTemporaryFolder();
  const file = join(folder, 'queues.json');
  const read = (): string[] => {
    const { messages } = JSON.parse(readFileSync(file, 'utf8'));
    return messages.map(({ body }: { body: string }) => body);
  };
  return { folder, file, read, queues: openMessageQueues(folder) };
}

/** Makes every save fail, by a folder in the place of the temporary file. */
async function blockSaves(folder: string): Promise<{ unblock(): Promise<void> }> {
  const obstacle = join(folder, 'queues.json.new');
  await mkdir(obstacle);
  return { unblock: () => rmdir(obstacle) };
}

const toMessage = (body: string) => ({ queue: 'Queue', body });

it('queues keep messages and their attempts in a private file', async () => {
  const { folder, file, queues } = openInFolder();
  for (const message of queues.send([toMessage('body')]))
    queues.receive(message, toHiddenTime(900, 0));
  await queues.flush();
  expect(statSync(file).mode & 0o077).toBe(0);
  const [kept] = openMessageQueues(folder).listVisible('Queue', 900_000);
  expect(kept).toMatchObject({ body: 'body', receives: 1 });
});

it('a message that a crash has interrupted is delivered at once, and later the more often', async () => {
  const { folder, queues } = openInFolder();
  queues.send([toMessage('body')]);
  await queues.flush();
  let time = 0;
  const delays: number[] = [];
  for (let crash = 0; crash < 7; crash += 1) {
    time += 1;
    const opened = openMessageQueues(folder, time);
    const start = time;
    const list = () => opened.listVisible('Queue', time);
    while (list().length === 0) time += 1000;
    delays.push((time - start) / 60_000);
    for (const message of list()) opened.receive(message, toHiddenTime(960, time));
    await opened.flush();
  }
  expect(delays).toEqual([0, 0, 1, 2, 4, 8, 16]);
});

it('a message is not hidden for longer if the clock was ahead', () => {
  const { queues } = openInFolder();
  const hour = 3_600_000;
  queues.send([{ ...toMessage('delayed'), ...toHiddenTime(300, hour) }]);
  const [received] = queues.send([toMessage('received')]);
  if (received) queues.receive(received, toHiddenTime(960, hour));
  expect(queues.listVisible('Queue', hour + 299_000)).toEqual([]);
  expect(queues.listVisible('Queue', hour - 1)).toHaveLength(2);
});

it('queues have saved every message when flush resolves', async () => {
  const { read, queues } = openInFolder();
  const bodies = Array.from({ length: 20 }, (_, index) => `body ${index}`);
  const saves = bodies.map(async (body) => {
    queues.send([toMessage(body)]);
    await queues.flush();
    expect(read()).toContain(body);
  });
  await Promise.all(saves);
  expect(read()).toEqual(bodies);
});

it('a save that failed is reported, and the next one saves its messages', async () => {
  const { folder, read, queues } = openInFolder();
  const { unblock } = await blockSaves(folder);
  queues.send([toMessage('first')]);
  await expect(queues.flush()).rejects.toThrow('EISDIR');

  queues.send([toMessage('second')]);
  await expect(queues.flush()).rejects.toThrow('EISDIR');
  await unblock();
  await queues.close();
  expect(read()).toEqual(['first', 'second']);
});

it('queues write one file at a time while they close after a save that failed', async () => {
  const { folder, read, queues } = openInFolder();
  const { unblock } = await blockSaves(folder);
  queues.send([toMessage('first')]);
  await expect(queues.flush()).rejects.toThrow('EISDIR');
  await unblock();

  const closed = queues.close();
  queues.send([toMessage('second')]);
  await queues.flush();
  await closed;
  expect(read()).toEqual(['first', 'second']);
});

it('queues save messages that were sent before they close, and none later', async () => {
  const { read, queues } = openInFolder();
  queues.send([toMessage('body')]);
  await queues.close();
  queues.send([toMessage('late')]);
  await queues.flush();
  expect(read()).toEqual(['body']);
});

it('queues without a folder write no file', async () => {
  const queues = openMessageQueues(undefined);
  queues.send([toMessage('body')]);
  await queues.flush();
  expect(queues.list('Queue')).toMatchObject([{ body: 'body' }]);
});

it.each(['', '{', 'null', '[]', '{"messages":null}', '{"messages":[{"id":"1"}]}'])(
  'the error for a damaged file has its path: %j',
  (content) => {
    const folder = createTemporaryFolder();
    const file = join(folder, 'queues.json');
    writeFileSync(file, content);
    expect(() => openMessageQueues(folder)).toThrow(
      `Cannot read ${file}. Remove it to start; its messages are then lost.`,
    );
  },
);
