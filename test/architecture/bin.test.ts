import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { expect, it } from 'vitest';
import { root } from '#lib/paths.ts';
import { buildServiceEnvironment } from '#lib/start/service-environment.ts';

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

/** Runs CommonJS in a process of its own, with arguments like those of a program. */
function runScript(lines: readonly string[], ...args: readonly string[]) {
  return spawnSync(process.execPath, ['-e', lines.join('\n'), '--', 'program', ...args], {
    cwd: root,
    encoding: 'utf8',
    // Programs that limit the memory arenas would start the process again.
    env: buildServiceEnvironment(),
  });
}

const load = (path: string) => `require('./${path}');`;

// A process for all programs loads their modules once.
it('the programs print their options for --help, and do nothing else', () => {
  const { status, stdout, stderr } = runScript(
    [
      // Each program listens to its output.
      'require("node:events").setMaxListeners(0, process.stdout, process.stderr);',
      ...[...startedPrograms].map(load),
    ],
    '--help',
  );
  expect([status, stderr]).toEqual([0, '']);
  const printed = stdout.split(/^(?=Usage: )/m);
  expect(printed).toHaveLength(startedPrograms.size);
  for (const help of printed) {
    expect(help).toMatch(/^Usage: npm (run [\w:-]+|start) -- /);
    expect(help).toContain('show this help');
  }
});

it('the programs fail under an older Node, and say that npm brings the right one', () => {
  const { status, stdout, stderr } = runScript([
    "Object.defineProperty(process.versions, 'node', { value: '20.20.2' });",
    'process.exit = (code) => { throw code; };',
    ...programs.map(
      (path) => `try { ${load(path)} } catch (code) { console.log(code); }`,
    ),
  ]);
  expect(status).toBe(0);
  expect(stdout).toBe('1\n'.repeat(programs.length));
  const message = /^Error: this needs Node\.js 24, not 20\.20\.2; use npm start .*\n/gm;
  expect(stderr.match(message)).toHaveLength(programs.length);
  expect(stderr.replaceAll(message, '')).toBe('');
});

it.each(programs)('%s is plain JavaScript, which an older Node can parse', (path) => {
  expect(() => new Script(readSource(path))).not.toThrow();
});

it('the programs are CommonJS, because an older Node loads no TypeScript as a module', () => {
  expect(JSON.parse(readSource('bin/package.json'))).toEqual({ type: 'commonjs' });
});

it('the scripts of package.json need no POSIX shell', () => {
  const commands = scripts.flatMap((script) => script.split(' && '));
  const portable =
    /^(node bin\/[\w-]+\.ts|npm test|vitest run|biome \w+( --write)?|tsc|knip)$/;
  expect(commands.filter((command) => !portable.test(command))).toEqual([]);
});
