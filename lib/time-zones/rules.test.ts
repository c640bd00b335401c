import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../paths.ts';
import { source } from './release.ts';
import {
  hasNewerRules,
  readRulesVersion,
  rulesFileName,
  rulesFolder,
  rulesVariable,
} from './rules-file.ts';

const rulesFile = join(rulesFolder, rulesFileName);

/** Runs an expression in a process of its own, whose Node has its own rules or those shipped. */
function evaluate(expression: string, folder?: string): string {
  const env = folder === undefined ? {} : { [rulesVariable]: folder };
  const { stdout, stderr } = spawnSync(process.execPath, ['-p', expression], {
    env,
    encoding: 'utf8',
  });
  return stdout.trimEnd() || stderr;
}

/** Lists the offsets of all zones, four times a year. */
const listOffsets = `JSON.stringify(Intl.supportedValuesOf('timeZone').map((timeZone) => {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const offsets = [];
  for (let month = 0; month < 12 * 56; month += 3) {
    const [, offset] = format.format(Date.UTC(1970, month, 15)).split(', ');
    offsets.push(offset);
  }
  return timeZone + ' ' + offsets.join();
}))`;

describe('the rules of time zones', () => {
  it('are those of the release that the repository names, in Node and its threads', () => {
    expect(evaluate('process.versions.tz', rulesFolder)).toBe(source.version);
    const zone = `new Intl.DateTimeFormat('sv', { timeZone: 'America/Winnipeg',
      dateStyle: 'short', timeStyle: 'short' }).format(new Date('2026-11-20T05:30Z'))`;
    expect(evaluate(zone, rulesFolder)).toBe('2026-11-20 00:30');
    const thread = `const { Worker } = require('node:worker_threads');
      void new Worker(\`console.log(\${${JSON.stringify(zone)}})\`, { eval: true })`;
    expect(evaluate(thread, rulesFolder)).toContain('2026-11-20 00:30');
  });

  it.each([
    ['America/Havana', '2026-11-20T04:30Z', '2026-11-20 00:30'],
    ['America/Inuvik', '2026-11-20T06:30Z', '2026-11-20 00:30'],
    ['America/Rainy_River', '2026-11-20T05:30Z', '2026-11-20 00:30'],
    ['Europe/Dublin', '2026-07-01T12:00Z', '2026-07-01 13:00'],
    ['Africa/Casablanca', '2026-03-01T12:00Z', '2026-03-01 12:00'],
    ['Asia/Gaza', '2040-07-01T12:00Z', '2040-07-01 15:00'],
    ['SystemV/EST5', '2026-07-01T12:00Z', '2026-07-01 07:00'],
  ])('have the time of %s', (timeZone, at, local) => {
    const options = JSON.stringify({ timeZone, dateStyle: 'short', timeStyle: 'short' });
    const format = `new Intl.DateTimeFormat('sv', ${options})`;
    expect(evaluate(`${format}.format(new Date('${at}'))`, rulesFolder)).toBe(local);
  });

  it('know all zones of Node, with the offsets that they had until 2025', () => {
    expect(evaluate(listOffsets, rulesFolder)).toBe(evaluate(listOffsets));
  });

  it('are newer than those of Node, or must go', () => {
    expect(source.version > (process.versions.tz ?? '')).toBe(true);
    expect(hasNewerRules(rulesFolder)).toBe(true);
    expect(hasNewerRules(tmpdir())).toBe(false);
  });

  it('are as new as the newest release that the repository names', () => {
    const files = globSync(['*.md', 'docs/**/*.md', 'lib/**/*.ts'], { cwd: root });
    const texts = files.map((file) => readFileSync(join(root, file), 'utf8'));
    const named = texts.flatMap((text) => text.match(/\b20\d\d[a-z]\b/g) ?? []);
    expect(named.sort().at(-1)).toBe(source.version);
    expect(readRulesVersion(rulesFile)).toBe(source.version);
  });

  it('are refused if the file is cut off or is another one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rules-'));
    const content = readFileSync(rulesFile);
    for (const damaged of [content.subarray(0, -4), Buffer.alloc(200), Buffer.of()]) {
      await writeFile(join(folder, rulesFileName), damaged);
      expect(() => hasNewerRules(folder)).toThrow('has no rules of time zones');
    }
  });
});
