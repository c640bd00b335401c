import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, inject, it, onTestFinished, vi } from 'vitest';
import { restoreEnvironment } from '#kit/process-environment.ts';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { listen } from '../local/host/listen.ts';
import { watchBackups } from './watch-backups.ts';

it('tells by the log and by mail, two hours after the start, that backups are late', async () => {
  onTestFinished(() => {
    vi.useRealTimers();
    restoreEnvironment();
  });
  await using disposables = new AsyncDisposableStack();
  const items: string[] = [];
  const store = await listen('127.0.0.1', 0, disposables);
  store.handleWith(async (request, response) => {
    items.push(await text(request));
    response.writeHead(200, { 'Content-Type': 'application/x-amz-json-1.0' }).end('{}');
  });
  const { environment } = inject('service');
  const ofStore = { ...environment, AWS_ENDPOINT_URL_DYNAMODB: store.url };
  const folder = createTemporaryFolder();
  const last = '2026-11-20T03:15:00.000Z';
  writeFileSync(join(folder, 'last-backup'), `${last}\n`);
  const lines: string[] = [];

  vi.useFakeTimers({
    now: new Date('2026-11-27'),
    toFake: ['Date', 'setInterval', 'clearInterval'],
  });
  const watching = new AsyncDisposableStack();
  watchBackups(folder, ofStore, (line) => void lines.push(line), watching);
  await vi.advanceTimersByTimeAsync(60 * 60 * 1000);
  expect(lines).toEqual([]);
  await vi.advanceTimersByTimeAsync(60 * 60 * 1000);
  await watching.disposeAsync();
  expect(lines).toEqual([
    `No backup has succeeded since ${last}. The log of the backups says why.`,
  ]);
  expect(items).toEqual([expect.stringContaining('"backup_overdue"')]);
  expect(items[0]).toContain('"2026-11-20 03:15 UTC"');
  expect(readFileSync(join(folder, 'last-backup-notice'), 'utf8')).toBe(`${last}\n`);
});
