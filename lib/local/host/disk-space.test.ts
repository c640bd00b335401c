import { expect, it } from 'vitest';
import { createDiskCheck } from './disk-space.ts';

it('a disk check warns once each time that the disk becomes almost full', async () => {
  const warnings: string[] = [];
  let freeMiB = 500;
  const check = createDiskCheck(
    '/data',
    (line) => warnings.push(line),
    async () => freeMiB * 1024 * 1024,
  );

  for (freeMiB of [500, 99.5, 3, 500, 0]) await check();
  expect(warnings).toEqual([
    expect.stringContaining('The disk of /data has only 99 MiB left.'),
    expect.stringContaining('The disk of /data has only 0 MiB left.'),
  ]);
});
