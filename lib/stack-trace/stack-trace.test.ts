import { appendFile, copyFile, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { requireService } from '#kit/built-code.ts';
import { runCommandLine } from '#kit/operator.ts';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { buildFunctionName } from '../cloud/functions/function-name.ts';
import { discoverDefinitions } from '../endpoints.ts';
import { bundlesFolder, root } from '../paths.ts';
import { findFunctionId, resolveStackTrace } from './resolve-stack-trace.ts';
import { readBuiltSourceMap } from './stack-trace.ts';

await requireService();
const definitions = await discoverDefinitions();

const loggingFunction = 'main/documentation';

/** Makes a function log an error: it cannot read the address of the main API. */
async function logError(): Promise<string> {
  const require = createRequire(import.meta.url);
  const { handler } = require(join(bundlesFolder, loggingFunction, 'index.js'));
  vi.stubEnv('MAIN_URL', '');
  const lines: string[] = [];
  const write = vi.spyOn(process.stdout, 'write');
  write.mockImplementation((line) => {
    lines.push(String(line));
    return true;
  });
  const requestContext = { requestId: 'request' };
  const event = {
    httpMethod: 'GET',
    resource: '/{version}/docs',
    pathParameters: { version: 'v7.1' },
    requestContext,
  };
  await handler(event, {}).finally(() => {
    write.mockRestore();
    vi.unstubAllEnvs();
  });
  return lines.join('');
}

/** Returns the line of the source that a frame names. */
async function readSourceLine(frame = ''): Promise<string> {
  const [, path = '', line] = /\((.*):(\d+):\d+\)$/.exec(frame) ?? [];
  const source = await readFile(join(root, path), 'utf8');
  return source.split('\n')[Number(line) - 1] ?? '';
}

describe('npm run admin -- stack-trace', () => {
  it('prints the source positions for a log line', async () => {
    const line = await logError();
    expect(line).toMatch(/index\.js:\d+:\d+/);

    const { stdout, stderr } = await runCommandLine(
      ['stack-trace'],
      `2026-11-22 ${line}`,
    );
    expect(stderr).toBe('');
    const [errorName, thrownAt] = stdout.split('\n');
    expect(errorName).toBe('Error');
    expect(thrownAt).toMatch(/^ {4}at .*\(shared\/runtime\/environment\.ts:/);
    expect(await readSourceLine(thrownAt)).toContain('throw new Error(');
    expect(stdout).not.toContain(bundlesFolder);
  });

  it('reads a stack trace as Node prints it, and keeps positions without a source', async () => {
    const trace =
      'TypeError: x\n    at a (/var/task/index.js:1:1)\n    at b (node:net:1:1)\n';
    expect(await resolveStackTrace(trace, 'cdn/icon', bundlesFolder)).toMatch(
      /^TypeError: x\n {4}at a \(.*:\d+:\d+\)\n {4}at b \(node:net:1:1\)$/,
    );
  });

  it('maps a bundle of the template by its own map, and refuses if the map is gone', async () => {
    const asset = join(createTemporaryFolder(), 'index.js');
    await copyFile(join(bundlesFolder, loggingFunction, 'index.js'), asset);
    const trace = (await logError()).replaceAll(/(?<=\()[^()]*index\.js/g, asset);
    expect(await resolveStackTrace(trace, undefined)).toMatch(
      /^Error\n {4}at .*\(shared\/runtime\/environment\.ts:/,
    );
    await appendFile(asset, '\n');
    await expect(resolveStackTrace(trace, undefined)).rejects.toThrow(
      `No source map belongs to ${asset}, because the functions were built again since.`,
    );
  });

  it('refuses the maps of the last build if the sources have changed since', async () => {
    await expect(readBuiltSourceMap('cdn/icon', async () => false)).rejects.toThrow(
      'The source maps in dist/functions are not of these sources.',
    );
  });

  it.each([
    [undefined, bundlesFolder, /^Name the function, e\.g\. npm run admin/],
    ['auth/nothing', bundlesFolder, /^There is no function auth\/nothing\./],
    ['auth/token', '/nowhere', /^There is no source map \/nowhere\/auth/],
  ])('explains what is missing: %s, %s', async (name, maps, message) => {
    await expect(resolveStackTrace('', name, maps)).rejects.toThrow(message);
  });
});

describe('a function', () => {
  it.each([
    ['main/data-source/list', 'main/data-source/list'],
    ['GET /data_source/', 'main/data-source/list'],
    ['MainDataSourceList', 'main/data-source/list'],
    ['Staging-main-data-source-list', 'main/data-source/list'],
    [
      buildFunctionName('x'.repeat(32), 'connections/webhook/receive'),
      'connections/webhook/receive',
    ],
    ['Staging-AccountMail6A3066BF-1mUd5SbcTVhX', 'account/mail'],
    ['authorizer', 'auth/authorizer'],
    ['cdn/image-render', 'cdn/image-render'],
    ['Erase the users whose pause has ended', 'account/erasure/erase'],
    ['Revoke a deleted remote connection at its provider', 'connections/revocation'],
  ])('is found by the name %s', (name, id) => {
    expect(findFunctionId(definitions, name)).toBe(id);
  });
});
