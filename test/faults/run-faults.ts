import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Option } from '@commander-js/extra-typings';
import { root } from '#lib/paths.ts';
import { reportFailure } from '#lib/terminal/failure.ts';
import { createIntegerParser, createProgram } from '#lib/terminal/program.ts';
import {
  type FaultResult,
  type FaultTestName,
  type FaultWork,
  faultTests,
} from './result.ts';

const description = [
  'Kills the local service under load, fills its disk, kills its database and starts it twice,',
  'with data of its own. Then checks that every confirmed write and every image is there. Plays',
  'imports from providers with faults, and compares the diary with what the provider has. Follows',
  'the changes of a diary, and compares the copy with the diary.',
].join(' ');

/** Runs the fault tests with the options of a command line. */
export function runFaults(args: readonly string[]): Promise<void> {
  return reportFailure(async () => {
    const { rounds, directory, only } = readFaultOptions(args);
    if (only !== undefined) return runTest(only, rounds, directory);
    for (const name of faultTests)
      if (name === 'disk-full') await runOnSmallDisk();
      else await runTest(name, rounds, directory);
  });
}

function readFaultOptions(args: readonly string[]) {
  const program = createProgram('npm run faults --')
    .description(description)
    .addOption(
      new Option(
        '--rounds <number>',
        'kills under load, histories of imports for each provider, tens of writes to follow',
      )
        .default(100)
        .argParser(createIntegerParser(1, 10_000)),
    )
    .addOption(
      new Option('--directory <folder>', 'where to create the data folders').default(
        tmpdir(),
        'the temporary folder',
      ),
    )
    .addOption(new Option('--only <test>', 'run one test').choices(faultTests))
    .parse(args, { from: 'user' });
  return program.opts();
}

/** Runs the test of the full disk on a disk in memory, which needs no rights of the system. */
async function runOnSmallDisk(): Promise<void> {
  await using disk = await mkdtempDisposable(join(tmpdir(), 'faults-'));
  // `$0` is the folder of the disk, and `$@` the command of the test.
  const mount = 'mount -t tmpfs -o size=64m tmpfs "$0" && exec "$@"';
  const test = [process.execPath, join(root, 'bin', 'faults.ts'), '--only', 'disk-full'];
  const args = ['sh', '-c', mount, disk.path, ...test, '--directory', disk.path];
  const namespace = ['--user', '--map-root-user', '--mount'];

  const child = spawn('unshare', [...namespace, ...args], { stdio: 'inherit' });
  const [exitCode] = await once(child, 'close').catch(() => [1]);
  if (exitCode === 0) return;
  process.exitCode = 1;
  console.log(
    'Disk full: failed. If this system has no unshare or no tmpfs, use --only disk-full with ' +
      '--directory on a disk of at most 256 MiB.',
  );
}

/** Runs one test with a new data folder, and prints what it found. */
async function runTest(
  name: FaultTestName,
  rounds: number,
  directory: string,
): Promise<void> {
  await using parent = await mkdtempDisposable(join(directory, 'faults-'));
  const started = performance.now();
  const work: FaultWork = { name, rounds, folder: join(parent.path, 'data') };
  const { title, figures, problems } = await runInWorker(work);
  const seconds = Math.round((performance.now() - started) / 1000);

  console.log(`${title}: ${figures} (${seconds} s)`);
  for (const problem of problems) console.log(`  ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}

/** Runs a test in a thread of its own, because a thread can use the table of one service only. */
async function runInWorker(workerData: FaultWork): Promise<FaultResult> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData });
  const [result] = await once(worker, 'message');
  return result;
}
