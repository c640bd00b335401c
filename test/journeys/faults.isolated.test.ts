import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '#kit/temporary-folder.ts';
import { runKillRounds } from '../faults/kill-rounds.ts';

/** Once with the engine and once without. `npm run faults` does more, and fills the disk. */
it('has every confirmed write and whole images after it was killed under load', async () => {
  const folder = join(temporaryFolder(), 'data');
  const work = { rounds: 2, maxWrites: 20, usersPerRound: 2 };
  const { problems } = await runKillRounds(folder, work);
  expect(problems).toEqual([]);
});
