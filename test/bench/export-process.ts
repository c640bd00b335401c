import type { ChildProcess } from 'node:child_process';
import { accountKeys } from '#functions/account/account.keys.ts';
import * as dataExports from '#functions/account/export/data-export.store.ts';
import { table } from '#kit/fixtures.ts';
import { receiveMessage } from './child-process.ts';

/** The most memory that a process had so far, in bytes. */
export interface ExportMemory {
  /** The resident memory of the process, Node.js included. */
  resident: number;
  /** The objects of JavaScript, and those that wait for a garbage collection. */
  heap: number;
  /** The buffers, and those that wait for a garbage collection. */
  external: number;
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
