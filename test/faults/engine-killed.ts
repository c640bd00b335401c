import { setTimeout } from 'node:timers/promises';
import { sendLoad } from './load.ts';
import type { FaultResult } from './result.ts';
import { startServiceProcess } from './service-process.ts';
import { createUsers, verifyUsers } from './users.ts';

const loadMs = 500;
const userCount = 6;

const isUnavailable = (response: string) => response.includes(': 503 ');

/** Kills the engine under load. Requests may get 503 until the runner has restarted it. */
export async function killEngine(folder: string): Promise<FaultResult> {
  const problems: string[] = [];
  const service = await startServiceProcess(folder);
  const users = await createUsers(service, userCount);
  const controller = new AbortController();
  const load = sendLoad(service.urls, users, controller.signal);

  await setTimeout(loadMs);
  service.killEngine();
  while (!service.lines.includes('DynamoDB was restarted.')) await setTimeout(20);
  await setTimeout(loadMs);
  controller.abort();
  await load;

  let refused = 0;
  for (const { records } of users) {
    const { unexpected } = records;
    refused += unexpected.filter(isUnavailable).length;
    records.unexpected = unexpected.filter((response) => !isUnavailable(response));
  }
  problems.push(...(await verifyUsers(service, users)));
  await service.stop();

  const crash = 'DynamoDB has crashed: it ended with SIGKILL.';
  if (!service.lines.some((line) => line.startsWith(crash)))
    problems.push(`"${crash}" is missing in the log`);
  return { title: 'Engine killed', figures: `${refused} responses were 503`, problems };
}
