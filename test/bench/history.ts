import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import activityTypes from '#functions/main/activity-type/list/endpoint.ts';
import dataSources from '#functions/main/data-source/list/endpoint.ts';
import { root } from '#lib/paths.ts';
import { prepareSamples } from './cold-sample.ts';
import { startInTurn } from './cold-start.ts';
import { buildBenchmarkEvent } from './events.ts';
import { startLoadSender } from './load/load.ts';
import { measureInTurn } from './peers/contenders.ts';
import { markdownTable } from './report.ts';
import { serveCommit } from './serve-commit.ts';
import { type Bench, type Thoroughness, withBench } from './service-under-bench.ts';
import { median } from './statistics.ts';

/** Builds a commit with its own lock file in a folder of its own, unless an earlier run did. */
function buildCommit(commit: string): string {
  const hash =
    `${execFileSync('git', ['rev-parse', '--short', commit], { cwd: root })}`.trim();
  const folder = join(tmpdir(), `bench-${hash}`);
  if (existsSync(folder)) return folder;
  execFileSync('git', ['worktree', 'add', '--detach', folder, commit], { cwd: root });
  execFileSync('npm', ['ci', '--prefer-offline'], { cwd: folder });
  return folder;
}

/** Measures the CPU time of new processes, each with the first request to a function. */
async function measureCold(
  folders: readonly string[],
  bench: Bench,
): Promise<Record<string, string[]>> {
  const takeSample = await prepareSamples(bench.environment);
  const measure = async (
    id: string,
    endpoint: typeof dataSources | typeof activityTypes,
  ) => {
    const event = await buildBenchmarkEvent(endpoint, bench, {});
    const starts = folders.map((folder) => {
      const bundle = join(folder, 'dist/functions', id, 'index.js');
      return { id, bundle, event, callsStore: undefined };
    });
    const measured = await startInTurn(starts, 3 * bench.runs, takeSample);
    return measured.map(({ samples }) =>
      median(samples.map(({ cpu }) => cpu)).toFixed(1),
    );
  };
  return {
    'cold list': await measure('main/data-source/list', dataSources),
    'cold catalogue': await measure('main/activity-type/list', activityTypes),
  };
}

/** Measures the CPU time of a request, with all processes of the service and what follows. */
async function measureWarm(
  folders: readonly string[],
): Promise<Record<string, string[]>> {
  using disposables = new DisposableStack();
  const sender = disposables.use(startLoadSender());
  const services = await Promise.all(folders.map(serveCommit));
  for (const service of services) disposables.use(service);
  const measure = async (name: 'list' | 'token' | 'diary') => {
    const contenders = services.map(({ requests, readCpu }) => {
      return { title: name, requests: requests[name], readCpu };
    });
    const samples = await measureInTurn(contenders, sender);
    return samples.map((taken) => median(taken.map(({ cpu }) => cpu)).toFixed(2));
  };
  return {
    list: await measure('list'),
    token: await measure('token'),
    'POST /diary': await measure('diary'),
  };
}

/** Compares commits by the CPU time in ms of requests and of new processes, in turn. */
export async function compareCommits(
  commits: readonly string[],
  thoroughness: Thoroughness,
): Promise<string> {
  const folders = commits.map(buildCommit);
  const warm = await measureWarm(folders);
  const cold = await withBench(thoroughness, (bench) => measureCold(folders, bench));
  const columns = { ...warm, ...cold };
  const cells = Object.values(columns);
  const rows = commits.map((commit, i) => [
    commit,
    ...cells.map((cell) => cell[i] ?? ''),
  ]);
  return markdownTable(['commit', ...Object.keys(columns)], rows);
}
