import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../paths.ts';
import { reportFailure } from '../terminal/failure.ts';
import { isRunning, runChild, startChild, stopChild } from './child-program.ts';
import {
  type CodeFolders,
  type DevelopmentBuild,
  openDevelopmentBuild,
} from './development-build.ts';
import { readOptions } from './options.ts';
import { waitForShutdown } from './shutdown.ts';
import { watchSources } from './watch-sources.ts';

/** The programs that run the service, which must restart to use a change. */
const runnerFile =
  /^lib\/(?!build\/|cloud\/|docs\/|sam\/|scaffold\/)[^/]+\/|^shared\/runtime\//;

/** The service under development. */
interface Development {
  args: readonly string[];
  signal: AbortSignal;
  service: ChildProcess;
}

/**
 * Runs the service until it is stopped. A change of a function is bundled and replaces its code in
 * the running service. Other changes restart it, if a trial shows that it starts with them.
 */
export function develop(args: readonly string[]): Promise<void> {
  return reportFailure(() => runAndUpdate(args));
}

async function runAndUpdate(args: readonly string[]): Promise<void> {
  // Fails before anything starts if the command line is wrong.
  readOptions(args);
  const controller = new AbortController();
  const { signal } = controller;
  void waitForShutdown().then(() => controller.abort());

  const changes = await watchSources(root, signal);
  const service = await startService(args, signal);
  const development: Development = { args, signal, service };
  let build = await openBuild(signal);
  for await (const files of changes) {
    const started = performance.now();
    console.log(`${files.join(', ')} changed.`);
    build ??= await openBuild(signal);
    const result = await applyChange(development, build, files);
    if (signal.aborted) break;
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(result ? `Updated in ${seconds} s.` : 'Waiting for the next change.');
  }
  await stopChild(development.service);
}

/** Returns undefined if no build has succeeded yet. */
async function openBuild(signal: AbortSignal): Promise<DevelopmentBuild | undefined> {
  return openDevelopmentBuild(signal).catch(() => undefined);
}

async function buildEverything(
  build: DevelopmentBuild | undefined,
  signal: AbortSignal,
): Promise<boolean> {
  if (build) return (await build.buildAll()) !== 'failed';
  return runChild('build.ts', [], signal);
}

/** Applies changed files. Returns whether the service runs with them. */
async function applyChange(
  development: Development,
  build: DevelopmentBuild | undefined,
  files: readonly string[],
): Promise<boolean> {
  const { signal, service } = development;
  if (!build || !isRunning(service)) {
    const isBuilt = await buildEverything(build, signal);
    return isBuilt && restart(development);
  }

  const folders = await build.bundle(files);
  if (!folders) return false;
  replaceCode(service, folders);

  let mustRestart = files.some((file) => runnerFile.test(file));
  if (build.concernsTemplate(files)) {
    const result = await build.buildAll();
    if (result === 'failed') return false;
    if (result === 'restart') mustRestart = true;
    else replaceCode(service, result);
  }
  return mustRestart ? restart(development) : true;
}

function replaceCode(service: ChildProcess, folders: CodeFolders): void {
  const count = Object.keys(folders).length;
  if (count === 0 || !service.connected) return;

  service.send(folders);
  const noun = count === 1 ? 'function' : 'functions';
  console.log(`Replaced the code of ${count} ${noun}.`);
}

/** Restarts the service, unless it would not start. Returns whether it runs with the changes. */
async function restart(development: Development): Promise<boolean> {
  const { args, signal, service } = development;
  if (isRunning(service) && !(await tryStart(signal))) return false;

  await stopChild(service);
  if (signal.aborted) return false;
  development.service = await startService([...args, '--brief'], signal);
  return isRunning(development.service);
}

/** Starts the service with other ports and without data, and stops it. */
async function tryStart(signal: AbortSignal): Promise<boolean> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'trial-'));
  const args = ['--memory', '--port', '0', '--data', folder.path];
  const trial = startChild('local.ts', args, signal, 'errors');
  await waitUntilReady(trial);
  const isReady = isRunning(trial);
  await stopChild(trial);
  return isReady;
}

/**
 * Waits until the service is ready or has failed. Until then the service may build, and two builds
 * at the same time would write the same files.
 */
async function waitUntilReady(service: ChildProcess): Promise<void> {
  await Promise.race([once(service, 'message'), once(service, 'exit')]);
}

async function startService(
  args: readonly string[],
  signal: AbortSignal,
): Promise<ChildProcess> {
  const service = startChild('local.ts', args, signal);
  await waitUntilReady(service);
  return service;
}
