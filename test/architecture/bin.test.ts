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

/** The scripts of package.json. */
const scripts = Object.values<string>(JSON.parse(readSource('package.json')).scripts);
/** The programs that a script starts without arguments. */
const startedPrograms = new Set(
  scripts.flatMap((script) => script.match(/^node (bin\/[\w-]+\.ts)$/)?.[1] ?? []),
);

describe.each(programs)('%s', (path) => {
  it('fails under an older Node, and says that npm brings the right one', () => {
    const version = "{ value: '20.20.2' }";
    const pretend = `Object.defineProperty(process.versions, 'node', ${version});`;
    const load = `require('./${path}');`;
    const { status, stderr } = spawnSync(process.execPath, ['-e', pretend + load], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^Error: this needs Node\.js 24, not 20\.20\.2; use npm start .*\n$/,
    );
  });

  it('is plain JavaScript, which an older Node can parse', () => {
    expect(() => new Script(readSource(path))).not.toThrow();
  });
});

it.each([...startedPrograms])(
  '%s prints its options for --help, and does nothing else',
  (path) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [path, '--help'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Usage: npm (run [\w:-]+|start) -- /);
  },
);

it('the programs are CommonJS, because an older Node loads no TypeScript as a module', () => {
  expect(JSON.parse(readSource('bin/package.json'))).toEqual({ type: 'commonjs' });
});

it('the scripts of package.json need no POSIX shell', () => {
  const commands = scripts.flatMap((script) => script.split(' && '));
  const portable =
    /^(node bin\/[\w-]+\.ts|npm test|vitest run|biome \w+( --write)?|tsc|knip)$/;
  expect(commands.filter((command) => !portable.test(command))).toEqual([]);
});
