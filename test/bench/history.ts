import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import activityTypes from '#functions/main/activity-type/list/endpoint.ts';
import dataSources from '#functions/main/data-source/list/endpoint.ts';
import { root } from '#lib/paths.ts';
import { prepareSamples } from './cold-sample.ts';
import { startInTurn } from './cold-start.ts';
import { buildLoad, modes } from './commit-loads.ts';
import { buildBenchmarkEvent } from './events.ts';
import { startLoadSender } from './load/load.ts';
import { type Contender, measureInTurn } from './peers/contenders.ts';
import { markdownTable } from './report.ts';
import { type CommitService, serveCommit } from './serve-commit.ts';
import { type Bench, type Thoroughness, withBench } from './service-under-bench.ts';
import { median } from './statistics.ts';

/** Builds a commit with its own lock file in a folder of its own, unless an earlier run did. */
function buildCommit(commit: string): string {
  const output = execFileSync('git', ['rev-parse', '--short', commit], { cwd: root });
  const hash = `${output}`.trim();
  const folder = join(tmpdir(), `bench-${hash}`);
  if (existsSync(folder)) return folder;
  execFileSync('git', ['worktree', 'add', '--detach', folder, commit], { cwd: root });
  execFileSync('npm', ['ci', '--prefer-offline'], { cwd: folder });
  return folder;
}

/** The CPU times in ms of a request, or of a new process, for each commit. */
interface Measured {
  request: string;
  mode: string;
  /** The samples of each commit, taken in turn. */
  cpus: number[][];
}

const coldRequests = [
  { request: 'list', id: 'main/data-source/list', endpoint: dataSources },
  { request: 'catalog', id: 'main/activity-type/list', endpoint: activityTypes },
];

const toCpus = (samples: readonly { cpu: number }[]) => samples.map(({ cpu }) => cpu);

/** Measures the CPU time of new processes, each with the first request to a function. */
async function measureCold(folders: readonly string[], bench: Bench) {
  const takeSample = await prepareSamples(bench.environment);
  const measured: Measured[] = [];
  for (const { request, id, endpoint } of coldRequests) {
    const event = await buildBenchmarkEvent(endpoint, bench, {});
    const starts = folders.map((folder) => {
      const bundle = join(folder, 'dist/functions', id, 'index.js');
      return { id, bundle, event, callsStore: undefined };
    });
    const results = await startInTurn(starts, 3 * bench.runs, takeSample);
    const cpus = results.map(({ samples }) => toCpus(samples));
    measured.push({ request, mode: 'new process', cpus });
  }
  return measured;
}

/** A person sends at most 100 of these requests, and a limited one may send 200. */
const effort = { rounds: 5, warmUpRounds: 1, requestsPerRound: 500 };

/** Measures the CPU time of a request, with all processes of the service and what follows. */
async function measureWarm(folders: readonly string[]): Promise<Measured[]> {
  using disposables = new DisposableStack();
  const sender = disposables.use(startLoadSender());
  const services = await Promise.all(folders.map(serveCommit));
  for (const service of services) disposables.use(service);
  const measured: Measured[] = [];
  for (const mode of modes)
    for (const load of mode.loads) {
      const prepare = async (service: CommitService): Promise<Contender> => {
        const requests = await buildLoad(load, mode, service);
        return { title: load, requests, readCpu: service.readCpu };
      };
      const contenders = await Promise.all(services.map(prepare));
      const samples = await measureInTurn(contenders, sender, effort);
      measured.push({ request: load, mode: mode.title, cpus: samples.map(toCpus) });
    }
  return measured;
}

/** Formats the CPU time of each commit, and that of the others in relation to the first. */
function formatMeasured({ request, mode, cpus: [first = [], ...others] }: Measured) {
  const figures = others.flatMap((cpus) => {
    const ratios = cpus.map((cpu, i) => cpu / (first[i] ?? 0));
    return [median(cpus), median(ratios)];
  });
  const cells = [median(first), ...figures].map((figure) => figure.toFixed(2));
  return [request, mode, ...cells];
}

/** Compares commits by the CPU time in ms of requests and of new processes, in turn. */
export async function compareCommits(
  commits: readonly string[],
  thoroughness: Thoroughness,
): Promise<string> {
  const folders = commits.map(buildCommit);
  const warm = await measureWarm(folders);
  const cold = await withBench(thoroughness, (bench) => measureCold(folders, bench));
  const [first = '', ...others] = commits;
  const columns = others.flatMap((commit) => [commit, 'ratio']);
  const rows = [...warm, ...cold].map(formatMeasured);
  return markdownTable(['CPU ms', 'measured', first, ...columns], rows);
}
