import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { root } from '#lib/paths.ts';

/** All but the check of the version, which the programs load. */
const programs = globSync('bin/*.ts', { cwd: root }).filter(
  (path) => !path.includes('require'),
);
const readSource = (path: string) => readFileSync(join(root, path), 'utf8');

describe('a program of bin/', () => {
  it.each(programs)('%s checks the version of Node first', (path) => {
    expect(readSource(path)).toMatch(/^require\('\.\/require-node-24\.ts'\);\n/);
  });

  it.each(programs)('%s is plain JavaScript, which an older Node can parse', (path) => {
    expect(() => new Script(readSource(path))).not.toThrow();
  });

  it.each(programs)('%s passes its arguments, without its own path', (path) => {
    const source = readSource(path).replaceAll('process.argv.slice(2)', '');
    const otherArguments = /argv|\[\]/;
    expect(source).not.toMatch(otherArguments);
  });

  it('is CommonJS, because an older Node loads no TypeScript as a module', () => {
    expect(JSON.parse(readSource('bin/package.json'))).toEqual({ type: 'commonjs' });
  });

  it('fails under an older Node, and says that npm brings the right one', () => {
    const pretendNode20 =
      "Object.defineProperty(process.versions, 'node', { value: '20.20.2' });";
    const load = "require('./bin/require-node-24.ts');";
    const { status, stderr } = spawnSync(process.execPath, ['-e', pretendNode20 + load], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^Error: this needs Node\.js 24, not 20\.20\.2; use npm start .*\n$/,
    );
  });
});

describe('the scripts of package.json', () => {
  it('need no POSIX shell', () => {
    const { scripts } = JSON.parse(readSource('package.json'));
    const commands = Object.values<string>(scripts).flatMap((script) =>
      script.split(' && '),
    );
    const portable =
      /^(node bin\/[\w-]+\.ts|npm test|vitest run|biome \w+( --write)?|tsc|knip|cdk deploy)$/;
    expect(commands.filter((command) => !portable.test(command))).toEqual([]);
  });
});
