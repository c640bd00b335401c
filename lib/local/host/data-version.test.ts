import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { requireService } from '#kit/built-code.ts';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { readOptions } from '#lib/start/options.ts';
import { startService } from '#lib/start/start.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { hasCurrentData, recordDataVersion } from './data-version.ts';

/** Creates a folder with a version and these other files. */
function createFolder(version: string | undefined, ...files: string[]): string {
  const directory = createTemporaryFolder();
  mkdirSync(join(directory, 'objects'));
  for (const file of files) writeFileSync(join(directory, file), '{}');
  if (version !== undefined) writeFileSync(join(directory, 'data-version'), version);
  return directory;
}

/** Lists the paths of a folder with the size and the last change of each. */
function describeTree(directory: string): string[] {
  const paths = readdirSync(directory, { recursive: true, encoding: 'utf8' }).sort();
  return ['', ...paths].map((path) => {
    const { size, mtimeMs } = statSync(join(directory, path));
    return [path, size, mtimeMs].join(' ');
  });
}

await requireService();

const start = (directory: string) =>
  startService(readOptions(['--data', directory, '--port', '0', '--no-build']));

it('a data folder gets the current version before it has data, which is accepted later', async () => {
  const directory = createTemporaryFolder();
  // A start of another kind can have left these.
  writeFileSync(join(directory, 'encryption.key'), '');
  writeFileSync(join(directory, 'service.json'), '{}');
  writeFileSync(join(directory, 'queues.json'), '{}');
  // Disks and programs leave these.
  mkdirSync(join(directory, 'lost+found'), { mode: 0o755 });
  for (const name of ['.DS_Store', 'desktop.ini', '.gitkeep'])
    writeFileSync(join(directory, name), '');
  expect(await hasCurrentData(directory)).toBe(false);
  expect(await hasCurrentData(join(directory, 'new'))).toBe(false);

  await recordDataVersion(directory);
  expect(readFileSync(join(directory, 'data-version'), 'utf8')).toBe(
    `3 ${packageJson.version}\n`,
  );
  mkdirSync(join(directory, 'objects'));
  expect(await hasCurrentData(directory)).toBe(true);
  await recordDataVersion(directory);
});

it.each(['3\n', '3 0.0.9\n'])(
  'a data folder gets the release that starts on it, after %j',
  async (version) => {
    const directory = createFolder(version);
    await recordDataVersion(directory);
    expect(readFileSync(join(directory, 'data-version'), 'utf8')).toBe(
      `3 ${packageJson.version}\n`,
    );
  },
);

it.each([
  ['2\n', 'has data of a development version'],
  [undefined, 'has data of a development version'],
  ['4\n', 'has data of a newer version of the service (data version 4, supported: 3).'],
  ['4 9.0.0\n', 'has data of release 9.0.0 of the service (data version 4'],
  ['', 'is damaged'],
  ['null', 'is damaged'],
  ['-1', 'is damaged'],
])(
  'a start rejects a folder with the version %j, and changes nothing',
  async (version, problem) => {
    const directory = createFolder(version, 'dynamodb.sqlite', 'encryption.key');
    const before = describeTree(directory);
    await expect(start(directory)).rejects.toThrow(directory);
    await expect(start(directory)).rejects.toThrow(problem);
    await expect(recordDataVersion(directory)).rejects.toThrow(problem);
    expect(describeTree(directory)).toEqual(before);
  },
);

it('a start rejects a folder with other files, and changes nothing', async () => {
  const directory = createTemporaryFolder();
  writeFileSync(join(directory, 'script.sh'), '', { mode: 0o755 });
  const before = describeTree(directory);
  await expect(start(directory)).rejects.toThrow(
    `${directory} cannot be used as the data folder: it has other files (script.sh). Choose`,
  );
  expect(describeTree(directory)).toEqual(before);
});

it('a path inside a file is rejected as a data folder', async () => {
  const directory = createFolder(undefined, 'file');
  await expect(hasCurrentData(join(directory, 'file'))).rejects.toThrow(
    'cannot be used as the data folder: it is a file, or inside one.',
  );
});
