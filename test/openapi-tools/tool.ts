import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Host } from '#shared/contract/endpoint.ts';

/** An OpenAPI document of the repository. */
export interface CheckedDocument {
  host: Host;
  path: string;
}

/** A linter or generator in a pinned version. */
export interface Tool {
  name: string;
  /** Runs the tool on a document. Throws if the tool finds a problem. */
  check(document: CheckedDocument): Promise<void>;
}

const execute = promisify(execFile);

/** Runs a program to its end, and returns what it prints. Throws if it fails. */
export async function runTool(
  command: string,
  args: readonly string[],
  folder: string,
): Promise<string> {
  const { stdout, stderr } = await execute(command, args, {
    cwd: folder,
    maxBuffer: 64 * 1024 * 1024,
  });
  return `${stdout}\n${stderr}`;
}
