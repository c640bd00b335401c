import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { findRunningService, writePidFile } from './pid-file.ts';

it('a pid file names the running service until the service ends', async () => {
  const folder = createTemporaryFolder();
  const disposables = new AsyncDisposableStack();
  await writePidFile(folder, { TABLE_NAME: 'Table' }, disposables);
  const running = { pid: process.pid, environment: { TABLE_NAME: 'Table' } };
  const { node, tz } = process.versions;
  expect(await findRunningService(folder)).toEqual({
    ...running,
    versions: { node, tz },
  });

  await disposables.disposeAsync();
  expect(await findRunningService(folder)).toBeUndefined();
});

it('the pid file of a crashed service with the same process id is replaced', async () => {
  const folder = createTemporaryFolder();
  const crashed = { pid: process.pid, environment: { TABLE_NAME: 'Old' } };
  writeFileSync(join(folder, 'service.json'), JSON.stringify(crashed));
  await using disposables = new AsyncDisposableStack();
  await writePidFile(folder, { TABLE_NAME: 'Table' }, disposables);
  const running = await findRunningService(folder);
  expect(running?.environment).toEqual({ TABLE_NAME: 'Table' });
});

it('a service that has the folder to itself replaces the file of another living process', async () => {
  const folder = createTemporaryFolder();
  const crashed = { pid: process.ppid, environment: { TABLE_NAME: 'Old' } };
  writeFileSync(join(folder, 'service.json'), JSON.stringify(crashed));
  await using disposables = new AsyncDisposableStack();
  await writePidFile(folder, { TABLE_NAME: 'Memory' }, disposables);
  expect(await findRunningService(folder)).toMatchObject(crashed);
  await writePidFile(folder, { TABLE_NAME: 'Table' }, disposables, true);
  expect(await findRunningService(folder)).toMatchObject({
    environment: { TABLE_NAME: 'Table' },
  });
});

it.each(['', '{', 'null', '[]', '{"pid":0,"environment":{}}', '{"pid":1}'])(
  'a damaged pid file is ignored: %j',
  async (content) => {
    const folder = createTemporaryFolder();
    writeFileSync(join(folder, 'service.json'), content);
    expect(await findRunningService(folder)).toBeUndefined();
  },
);
