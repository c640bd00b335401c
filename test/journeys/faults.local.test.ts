import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startOwnService } from '#kit/own-service.ts';
import { startFakeProvider } from '#kit/provider.ts';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { killInRounds } from '../faults/kill-rounds.ts';
import { listLostMessages } from '../faults/messages.ts';
import { verifyUsers } from '../faults/users.ts';
import { verifyObjects } from '../faults/verify.ts';

/** `npm run faults` kills more often, at times only the runner, and also fills the disk. */
it('the service keeps every confirmed write, image and message if it is killed under load', async () => {
  const folder = join(createTemporaryFolder(), 'data');
  const program = ['test/faults/service-child.ts'];
  await using disposables = new AsyncDisposableStack();
  const provider = await startFakeProvider(disposables);
  const work = { rounds: 1, maxWrites: 20, usersPerRound: 2, provider, program };
  const users = await killInRounds(folder, work);
  const environment = { PROVIDER_GATEWAY: provider.url };
  const service = await startOwnService({ data: folder, environment });
  const problems = await verifyUsers(service, users);
  // A message that was being delivered is hidden until its visibility timeout ends.
  service.clock.advance(3600);
  await service.drainQueues();
  await service.close();
  problems.push(...(await verifyObjects(folder)), ...listLostMessages(users, provider));
  expect(problems).toEqual([]);
});
