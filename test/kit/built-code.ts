import { inject } from 'vitest';
import { bundlesFolder, functionsFolder } from '#lib/paths.ts';

/** Returns whether the code of a function is its source, as in a run of some test files. */
export function isSource(code: string): boolean {
  return code.startsWith(functionsFolder);
}

/** Asks the process that started the tests for the folder with the built code. */
async function requestBuild(code: string): Promise<string> {
  const response = await fetch(inject('builder'), { method: 'POST', body: code });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

/** Returns the folder of the bundle of a function, which is bundled if its code is its source. */
export async function requireBundle(code: string): Promise<string> {
  return isSource(code) ? requestBuild(code) : code;
}

/** Builds the bundles of all functions and the template in their usual folders. */
export async function requireService(): Promise<void> {
  await requestBuild(bundlesFolder);
}
