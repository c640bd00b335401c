import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { prepareSigningKeys, rotateSigningKeys } from './signing-key-file.ts';

/** Returns the path of a data folder with the key of the first start. */
async function newDataFolder(): Promise<string> {
  const folder = createTemporaryFolder(afterAll);
  const keyFile = join(folder, 'encryption.key');
  writeFileSync(keyFile, randomBytes(32).toString('base64'), { mode: 0o600 });
  await prepareSigningKeys(folder, keyFile);
  return folder;
}

const hours = (count: number) => new Date(Date.now() + count * 60 * 60 * 1000);

it('the keys of a data folder do not rotate twice, not even within a second', async () => {
  const folder = await newDataFolder();
  const [first] = await rotateSigningKeys(folder, new Date(0), true);
  const [kept] = await rotateSigningKeys(folder, new Date(0), false);
  expect(kept?.kid).toBe(first?.kid);
  await expect(rotateSigningKeys(folder, new Date(0), false)).rejects.toThrow('wait');
});

it('the keys of a data folder rotate with overlap, or at once if that is urgent', async () => {
  const folder = await newDataFolder();
  const [first, second] = await rotateSigningKeys(folder, hours(1), false);
  await expect(rotateSigningKeys(folder, hours(24), false)).rejects.toThrow('wait');
  // The second key signs from hour 25. An id_token that the first one has signed lives for an hour.
  const early = await rotateSigningKeys(folder, hours(25.5), false);
  expect(early.map(({ kid }) => kid)).toEqual([
    first?.kid,
    second?.kid,
    expect.any(String),
  ]);
  const [, , third] = early;
  const later = await rotateSigningKeys(folder, hours(51), false);
  expect(later.map(({ kid }) => kid)).toEqual([third?.kid, expect.any(String)]);
  const urgent = await rotateSigningKeys(folder, hours(52), true);
  expect(urgent).toHaveLength(1);
  expect(later.map(({ kid }) => kid)).not.toContain(urgent[0]?.kid);
});
