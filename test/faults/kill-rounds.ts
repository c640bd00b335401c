import { randomInt } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type FakeProvider, startFakeProvider } from '#kit/provider.ts';
import { sendLoad } from './load.ts';
import { waitForMessages } from './messages.ts';
import { countWrites } from './records.ts';
import type { FaultResult } from './result.ts';
import {
  type ServiceProcess,
  type ServiceProgram,
  startServiceProcess,
} from './service-process.ts';
import { createUsers, type FaultUser, verifyUsers } from './users.ts';
import { verifyObjects } from './verify.ts';

export interface KillRounds {
  rounds: number;
  /** Maximum number of confirmed writes of a round before the kill. Defaults to 80. */
  maxWrites?: number;
  /** Users of a round, who send requests at once. Defaults to 6. */
  usersPerRound?: number;
  /** The server that stands in for all providers. */
  provider: FakeProvider;
  /** Defaults to the program of `npm start`. */
  program?: ServiceProgram;
}

/** Minimum number of confirmed writes of a round before the kill. */
const minWrites = 10;

function countAll(users: readonly FaultUser[]): number {
  return users.reduce((sum, { records }) => sum + countWrites(records), 0);
}

/** Kills the service under load: only the runner, or its engine with it. */
async function killUnderLoad(
  service: ServiceProcess,
  users: readonly FaultUser[],
  which: 'runner' | 'both',
  writes: number,
): Promise<void> {
  const load = sendLoad(service.urls, users, new AbortController().signal);
  while (countAll(users) < writes) await setTimeout(1);
  await service.kill(which);
  await load;
}

function formatFigures(rounds: number, users: readonly FaultUser[]): string {
  const images = users.reduce((sum, { records }) => sum + records.images.length, 0);
  const states = users.flatMap(({ records }) => [...records.connections.values()]);
  const messages = states.filter(({ state }) => state === 'deleted').length;
  return (
    `${rounds} rounds, ${countAll(users)} confirmed writes, ${images} of them images, ` +
    `${messages} with a message`
  );
}

/**
 * Kills the service under a mixed load, again and again with the same data, each time with other
 * users. The first kill ends the engine, too, and every other one only the runner. Returns all
 * users when no service is left.
 */
export async function killInRounds(
  folder: string,
  { rounds, maxWrites = 80, usersPerRound = 6, provider, program }: KillRounds,
): Promise<FaultUser[]> {
  const users: FaultUser[] = [];
  for (let round = 0; round < rounds; round++) {
    const environment = { PROVIDER_GATEWAY: provider.url };
    const service = await startServiceProcess(folder, program, environment);
    if (round === 0) users.push(...(await createUsers(service, rounds * usersPerRound)));

    const start = round * usersPerRound;
    const roundUsers = users.slice(start, start + usersPerRound);
    const which = round % 2 === 0 ? 'both' : 'runner';
    await killUnderLoad(service, roundUsers, which, randomInt(minWrites, maxWrites));
  }
  return users;
}

/**
 * Kills the service in rounds. Then the confirmed writes and all images must be there, and every
 * message must have arrived or arrive.
 */
export async function runKillRounds(
  folder: string,
  rounds: number,
): Promise<FaultResult> {
  await using disposables = new AsyncDisposableStack();
  const provider = await startFakeProvider(disposables);
  const users = await killInRounds(folder, { rounds, provider });
  const environment = { PROVIDER_GATEWAY: provider.url };
  const service = await startServiceProcess(folder, undefined, environment);
  const problems = [
    ...(await verifyUsers(service, users)),
    ...(await verifyObjects(folder)),
    ...(await waitForMessages(folder, users, provider)),
  ];
  await service.stop();
  const figures = formatFigures(rounds, users);
  return { title: 'Killed under load', figures, problems };
}
