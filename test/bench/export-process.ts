import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'esbuild';
import { accountKeys } from '#functions/account/account.keys.ts';
import * as dataExports from '#functions/account/export/data-export.store.ts';
import { table } from '#kit/fixtures.ts';
import { bundlesFolder, root } from '#lib/paths.ts';
import { receiveMessage } from './receive-message.ts';

/** The most memory that a process had so far, in bytes. */
export interface ExportMemory {
  /** The resident memory of the process, Node.js included. */
  resident: number;
  /** The objects of JavaScript, and those that wait for a garbage collection. */
  heap: number;
  /** The buffers, and those that wait for a garbage collection. */
  external: number;
}

/** Bundles a program of this folder that runs in a process of its own, and returns its path. */
export async function bundleChild(name: string): Promise<string> {
  const outfile = join(root, 'dist', `${name}.cjs`);
  await build({
    entryPoints: [join(import.meta.dirname, `${name}.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
  });
  return outfile;
}

/** Flags as in a function with 256 MB: 90 % of it for the old heap, and 5 % for the young one. */
export const memoryFlags = ['--max-old-space-size=230', '--max-semi-space-size=12'];

/** With time limits that no store on a busy machine reaches, the figures do not depend on them. */
export const limitFlags = ['--require', join(root, 'test/kit/longer-time-limits.cjs')];

/** Starts a process of the function. The log of the function is not shown. */
export function startExportChild(
  program: string,
  environment: Record<string, string>,
): ChildProcess {
  const bundle = join(bundlesFolder, 'account/export/write/index.js');
  return fork(program, [bundle], {
    execArgv: [...memoryFlags, ...limitFlags],
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

/** Builds the message that requests an archive. */
function buildMessage(user_id: string, export_id: string, archive: number) {
  const message = {
    ...accountKeys.dataExports(user_id),
    continuation: { id: export_id, archive },
  };
  return { Records: [{ messageId: '1', body: JSON.stringify(message) }] };
}

/** Requests one archive after the other until the export is done. */
export async function invokeUntilDone(
  child: ChildProcess,
  user_id: string,
  export_id: string,
) {
  let memory = await receiveMessage<ExportMemory>(child);
  const loaded = memory;
  let item = await dataExports.find(table(), user_id);
  while (item?.run) {
    child.send(buildMessage(user_id, export_id, item.run.archive));
    memory = await receiveMessage<ExportMemory>(child);
    item = await dataExports.find(table(), user_id);
  }
  const { archives = [] } = item?.exports[export_id] ?? {};
  return { archives, loaded, memory };
}
