import { execFile } from 'node:child_process';
import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compileFunction } from 'node:vm';
import { transform } from 'esbuild';
import { afterAll, describe, expect, it } from 'vitest';
import { newClient } from '#kit/fixtures.ts';
import { startOwnService } from '#kit/own-service.ts';
import { runShell } from '#kit/program.ts';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { openLocalTable } from '#lib/admin/target.ts';
import { root } from '#lib/paths.ts';
import * as clientPackage from '../../client/exports.ts';
import {
  type GuideSample,
  listCodeBlocks,
  listProblems,
  readGuideFromStart,
  readGuideSamples,
  sampleGuides,
  sampleLanguages,
} from './guide-samples.ts';
import { newSampleReader } from './sample-reader.ts';

const service = await startOwnService();
afterAll(service.close);
openLocalTable(service.environment);
const folder = createTemporaryFolder(afterAll);

const getCode = ({ code }: GuideSample) => code.TypeScript ?? '';

/** Builds one generator of the samples, which stops after each of them. */
async function buildGenerator(samples: readonly GuideSample[]): Promise<string> {
  const statements = samples
    .map(getCode)
    .join('\nyield;\n')
    .replaceAll(/^import .*;$/gm, '')
    .replaceAll(/const (\w+) = '\.\.\.'/g, "const $1 = await enter('$1')");
  const { code } = await transform(`async function* follow() {\n${statements}\n}`, {
    loader: 'ts',
  });
  return `${code}\nreturn follow();`;
}

/** Runs the samples of a guide one after another. Yields each with what was printed last. */
async function* followGuide(guide: string) {
  const samples = readGuideFromStart(guide, service.urls);
  const reader = await newSampleReader(service.urls, folder, guide);
  const printed: unknown[] = [];
  const enter = (variable: string) => reader.findValue(variable, printed);
  const scope = {
    ...clientPackage,
    console: { log: (value: unknown) => printed.push(value), error: () => undefined },
    createInterface: () => ({ question: () => enter('callbackUrl'), close: () => {} }),
    enter,
    openAsBlob,
    process: { env: reader.variables },
    // No time passes, but the work for which the sample waits is done.
    setTimeout: service.drainQueues,
    writeFile,
  };
  const code = reader.placeFiles(await buildGenerator(samples));
  const generator = compileFunction(code, Object.keys(scope))(...Object.values(scope));
  for (const sample of samples) {
    await generator.next();
    yield { sample, printed: printed.at(-1) };
  }
}

describe.each(sampleGuides)('the samples of the guide %s', (guide) => {
  it('are in all languages, and say what the response is', () => {
    const samples = readGuideSamples(guide, service.urls);
    expect(samples.length).toBeGreaterThan(0);
    for (const { section, code, response } of samples) {
      expect(Object.keys(code), section).toEqual(sampleLanguages);
      expect(response, section).toBeDefined();
    }
  });

  it('run in TypeScript, and print the responses that are shown', async () => {
    for await (const { sample, printed } of followGuide(guide)) {
      // The client keeps tokens, so these samples print nothing.
      const prints = getCode(sample).includes('console.log');
      const problems = prints ? listProblems(sample, printed) : [];
      expect(problems, sample.section).toEqual([]);
    }
  });
});

it('the commands of the start page print the response that is shown', async () => {
  const [application = '', token = '', request = '', response = ''] = listCodeBlocks(
    'index',
    service.urls,
  );
  const { client_id, client_secret } = await newClient();
  const filled = application
    .replace('CLIENT_ID=...', `CLIENT_ID=${client_id}`)
    .replace('CLIENT_SECRET=...', `CLIENT_SECRET=${client_secret}`);
  const { stdout } = await runShell([filled, token, request].join('\n'));
  expect(JSON.parse(stdout)).toMatchObject(JSON.parse(response));
});

const configuration = {
  compilerOptions: {
    target: 'ESNext',
    module: 'NodeNext',
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    paths: { 'fitness-data-client': [join(root, 'client', 'exports.ts')] },
    typeRoots: [join(root, 'node_modules', '@types')],
    types: ['node'],
  },
  include: ['*.mts'],
};

it('the TypeScript samples of all guides compile', async () => {
  for (const guide of sampleGuides) {
    const samples = readGuideFromStart(guide, service.urls);
    const code = samples.map(getCode).join('\n');
    await writeFile(join(folder, `${guide}.mts`), code);
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(configuration));
  const tsc = join(root, 'node_modules', '.bin', 'tsc');
  const run = promisify(execFile)(tsc, ['-p', folder, '--singleThreaded']);
  const { stdout } = await run.catch((failure: { stdout: string }) => failure);
  expect(stdout).toBe('');
});
