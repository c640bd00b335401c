import { reportFailure } from '../terminal/failure.ts';
import { bundleFunctions } from './bundle.ts';

/** Bundles some functions into another folder: `<folder> <id>...`. `npm run dev` uses it. */
export function runBundle([outdir, ...ids]: readonly string[]): Promise<void> {
  return reportFailure(async () => {
    if (outdir === undefined) throw new Error('Expected a folder and ids of functions.');
    await bundleFunctions({ outdir, ids });
  });
}
