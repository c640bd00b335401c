import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { FaultResult } from './result.ts';
import { spawnService, startServiceProcess } from './service-process.ts';

/** Starts the service twice with the same data. The second one must end with one sentence. */
export async function startTwice(folder: string): Promise<FaultResult> {
  const first = await startServiceProcess(folder);
  const second = spawnService(folder);
  const [stdout, stderr] = await Promise.all([
    second.stdout ? text(second.stdout) : '',
    second.stderr ? text(second.stderr) : '',
    once(second, 'close'),
  ]);
  await first.stop();

  const message = /^Error: Another runner \(process \d+\) is using .*\.\n$/;
  const isRefused = second.exitCode === 1 && stdout === '' && message.test(stderr);
  const problem = `exit code ${second.exitCode}: ${stdout}${stderr}`;
  return {
    title: 'Two starts with the same data',
    figures: stderr.trim(),
    problems: isRefused ? [] : [problem],
  };
}
