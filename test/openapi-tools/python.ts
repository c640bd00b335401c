import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findVersion, runTool } from './tool.ts';

/**
 * Makes a virtual environment of Python in a folder, unless it is there already, and returns its
 * folder of programs. `minimum` is the oldest version of Python, and `purpose` the start of the
 * sentence about a missing one.
 */
export async function makePythonEnvironment(
  folder: string,
  minimum: readonly [major: number, minor: number],
  purpose: string,
): Promise<string> {
  await requirePython(minimum, purpose);
  await mkdir(folder, { recursive: true });
  const bin = join(folder, 'venv', 'bin');
  if (!existsSync(join(bin, 'pip')))
    await runTool(['python3', '-m', 'venv', 'venv'], { folder });
  return bin;
}

async function requirePython(
  [neededMajor, neededMinor]: readonly [number, number],
  purpose: string,
): Promise<void> {
  const version = await findVersion(['python3', '--version']);
  const [, major = 0, minor = 0] = /(\d+)\.(\d+)/.exec(version ?? '')?.map(Number) ?? [];
  if (major > neededMajor || (major === neededMajor && minor >= neededMinor)) return;
  throw new Error(
    `${purpose} Python ${neededMajor}.${neededMinor} or newer with venv and pip; ` +
      `found: ${version ?? 'none'}.`,
  );
}
