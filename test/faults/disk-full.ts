import { rm, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sendAs, sendLoad } from './load.ts';
import { countWrites } from './records.ts';
import type { FaultResult } from './result.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';
import { createUsers, type FaultUser, verifyStoredData, verifyUsers } from './users.ts';
import { verifyObjects } from './verify.ts';

const userCount = 6;
const minRefused = 50;
const mebibyte = 1024 * 1024;
/** A larger disk is not filled: it is probably one that the machine needs. */
const maxFree = 256 * mebibyte;
/** Space for the load until the disk is full. */
const spaceForLoad = 4 * mebibyte;

const isRefused = (response: string) => /: 503 /.test(response);

/** Fills the disk except for `spaceForLoad`. Returns the path of the file that fills it. */
async function fillDisk(folder: string): Promise<string> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free > maxFree)
    throw new Error(
      `${folder} has more than 256 MiB of free space, so it is not filled.`,
    );

  const filler = join(folder, 'filler');
  await writeFile(filler, Buffer.alloc(Math.max(0, free - spaceForLoad)));
  return filler;
}

/** Sends load until enough requests were refused. */
async function sendUntilRefused(
  { urls }: ServiceProcess,
  users: readonly FaultUser[],
): Promise<number> {
  const controller = new AbortController();
  const load = sendLoad(urls, users, controller.signal);
  const countRefused = () =>
    users.flatMap(({ records }) => records.unexpected.filter(isRefused)).length;
  while (countRefused() < minRefused) await setTimeout(50);
  controller.abort();
  await load;

  const refused = countRefused();
  for (const { records } of users)
    records.unexpected = records.unexpected.filter((line) => !isRefused(line));
  return refused;
}

/** Returns a problem unless a data source can be created. */
async function verifyWrite(
  { urls }: ServiceProcess,
  { caller }: FaultUser,
): Promise<string[]> {
  const json = { _embedded: { device: [{ manufacturer: 'Garmin', model: 'FR-935' }] } };
  const { status, text } = await sendAs(urls, caller)('POST', '/v7.1/data_source/', {
    json,
  });
  return status === 201 ? [] : [`a write after space was freed: ${status} ${text}`];
}

/**
 * Fills the disk of the data folder. Writes must fail with 503, and reads must work. After space is
 * freed, writes must work at once, and the next start must have every confirmed write.
 */
export async function runOutOfDisk(folder: string): Promise<FaultResult> {
  let service = await startServiceProcess(folder);
  const users = await createUsers(service, userCount);
  const filler = await fillDisk(dirname(folder));
  const refused = await sendUntilRefused(service, users);

  const problems = await verifyStoredData(service, users);
  if (!service.lines.some((line) => line.startsWith('The disk of ')))
    problems.push('the log does not say that the disk is full');
  await rm(filler);
  for (const user of users) problems.push(...(await verifyWrite(service, user)));
  await service.stop();

  service = await startServiceProcess(folder);
  problems.push(...(await verifyUsers(service, users)), ...(await verifyObjects(folder)));
  await service.stop();

  const writes = users.reduce((sum, { records }) => sum + countWrites(records), 0);
  const figures = `${writes} confirmed writes, ${refused} refused`;
  return { title: 'Disk full', figures, problems };
}
