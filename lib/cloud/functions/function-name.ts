import { createHash } from 'node:crypto';

/** The maximum length of a function's name in Lambda. */
const maxLength = 64;

function toName(folder: string): string {
  return folder.replaceAll('/', '-');
}

function computeDigest(folder: string): string {
  return createHash('sha256').update(folder).digest('hex').slice(0, 8);
}

/**
 * Returns the name of a function of an API, e.g. `FitnessDataStack-main-data-source-list`. A name
 * that is too long is cut and ends with a digest of the folder below `functions`.
 */
export function buildFunctionName(stackName: string, folder: string): string {
  const name = `${stackName}-${toName(folder)}`;
  if (name.length <= maxLength) return name;

  const digest = computeDigest(folder);
  const kept = name.slice(0, maxLength - digest.length - 1);
  return `${kept}-${digest}`;
}

/** Returns whether a name belongs to the function of a folder, whatever the stack's name is. */
export function isFunctionName(name: string, folder: string): boolean {
  const endings = [toName(folder), computeDigest(folder)];
  return endings.some((ending) => name.endsWith(`-${ending}`));
}
