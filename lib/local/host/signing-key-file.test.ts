import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { prepareSigningKeys, rotateSigningKeys } from './signing-key-file.ts';

const hours = (count: number) => new Date(Date.now() + count * 60 * 60 * 1000);

it('the keys of a data folder rotate with overlap, or at once if that is urgent', async () => {
  const folder = createTemporaryFolder(afterAll);
  const keyFile = join(folder, 'encryption.key');
  writeFileSync(keyFile, randomBytes(32).toString('base64'), { mode: 0o600 });
  await prepareSigningKeys(folder, keyFile);
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
