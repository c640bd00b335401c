import { openLocalTable } from '#lib/admin/target.ts';
import { playChanges } from '#test/property/changes/play-changes.ts';
import type { FaultResult } from './result.ts';
import { startServiceProcess } from './service-process.ts';

/** Follows ten parallel writes for each round. */
export async function followChanges(
  folder: string,
  rounds: number,
): Promise<FaultResult> {
  const service = await startServiceProcess(folder);
  openLocalTable(service.environment);
  const writes = rounds * 10;
  const { problems, events, kills } = await playChanges(rounds, writes);
  await service.stop();
  return {
    title: 'Changes that are followed',
    figures: `${writes} writes, ${events} events, ${kills} kills of the reader of the stream`,
    problems,
  };
}
