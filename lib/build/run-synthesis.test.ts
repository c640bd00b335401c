import { expect, it } from 'vitest';
import { getExit, runInProcess } from '#kit/program.ts';
import { runSynthesis } from './run-synthesis.ts';

it.each([
  [
    ['-c', 'unknown=X'],
    /^Error: Unknown context value unknown\. The settings are stackName, /,
  ],
  [
    ['-c', 'stackName=X', '--context', 'stackname=Y'],
    /^Error: Unknown context value stackname\./,
  ],
])(
  'npm run synth refuses an unknown setting before it builds: %j',
  async (args, message) => {
    const [exitCode, lines] = getExit(await runInProcess(() => runSynthesis(args)));
    expect([exitCode, lines]).toEqual([1, [expect.stringMatching(message)]]);
  },
);
