import { setTestClient } from '#kit/provider-clients.ts';
import { standInTypes } from '#kit/provider-stand-ins/start.ts';
import { openLocalTable } from '#lib/admin/target.ts';
import { getImportClient } from '#test/property/imports/account.ts';
import { playHistory } from '#test/property/imports/play-history.ts';
import type { FaultResult } from './result.ts';
import { startServiceProcess } from './service-process.ts';

/** The histories that are played at the same time. */
const parallel = 4;

/** Plays histories of imports, as many for each provider as there are rounds. */
export async function playHistories(
  folder: string,
  rounds: number,
): Promise<FaultResult> {
  const service = await startServiceProcess(folder);
  openLocalTable(service.environment);
  for (const type of standInTypes) await setTestClient(getImportClient(type));

  const histories = Array.from({ length: rounds }, (_, index) => index + 1);
  const remaining = histories.flatMap((number) =>
    standInTypes.map((type) => ({ type, number })),
  );
  const problems: string[] = [];
  let syncs = 0;
  const playAll = async () => {
    for (let next = remaining.shift(); next; next = remaining.shift()) {
      const { type, number } = next;
      const played = await playHistory(type, number);
      syncs += played.syncs;
      problems.push(...played.problems.map((text) => `${type} ${number}: ${text}`));
    }
  };
  await Promise.all(Array.from({ length: parallel }, playAll));
  await service.stop();
  const count = rounds * standInTypes.length;
  return {
    title: 'Imports from providers with faults',
    figures: `${count} histories with ${syncs} syncs`,
    problems,
  };
}
