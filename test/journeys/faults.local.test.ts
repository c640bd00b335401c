import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { runKillRounds } from '../faults/kill-rounds.ts';

/**
 * One kill ends the runner and its DynamoDB engine, the other only the runner. `npm run faults`
 * kills more often, and also fills the disk.
 */
it('the service keeps every confirmed write and image if it is killed under load', async () => {
  const folder = join(createTemporaryFolder(), 'data');
  const work = { rounds: 2, maxWrites: 20, usersPerRound: 2 };
  const { problems } = await runKillRounds(folder, work);
  expect(problems).toEqual([]);
});
