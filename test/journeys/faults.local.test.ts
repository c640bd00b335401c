import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startOwnService } from '#kit/own-service.ts';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { killInRounds } from '../faults/kill-rounds.ts';
import { verifyUsers } from '../faults/users.ts';
import { verifyObjects } from '../faults/verify.ts';

/** `npm run faults` kills more often, at times only the runner, and also fills the disk. */
it('the service keeps every confirmed write and image if it is killed under load', async () => {
  const folder = join(createTemporaryFolder(), 'data');
  const program = ['test/faults/service-child.ts'];
  const work = { rounds: 1, maxWrites: 20, usersPerRound: 2, program };
  const users = await killInRounds(folder, work);
  const service = await startOwnService({ data: folder });
  const problems = await verifyUsers(service, users);
  await service.close();
  expect([...problems, ...(await verifyObjects(folder))]).toEqual([]);
});
