import { fork } from 'node:child_process';
import { join } from 'node:path';
import dataSourceList from '#functions/main/data-source/list/endpoint.ts';
import { receiveMessage } from './child-process.ts';
import type { Entered } from './entered-child.ts';
import { buildBenchmarkEvent } from './events.ts';
import { formatRecords } from './report.ts';
import { listedItems, type Section } from './service-under-bench.ts';

/** Counts the functions and files of this repository that a request of a limited caller enters. */
export const entered: Section = async (bench) => {
  const event = await buildBenchmarkEvent(dataSourceList, bench, {});
  const program = join(import.meta.dirname, 'entered-child.ts');
  const child = fork(program, ['main/data-source/list', JSON.stringify(event)], {
    env: { ...process.env, ...bench.environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const counts = await receiveMessage<Entered>(child);
  const request = `list ${listedItems} data sources`;
  const columns = { request: 'warm request', functions: 'functions', files: 'files' };
  return formatRecords(columns, [{ request, ...counts }]);
};
