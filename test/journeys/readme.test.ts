import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { userToken } from '#kit/fixtures.ts';
import { runShell } from '#kit/program.ts';

const root = join(import.meta.dirname, '..', '..');
const readme = await readFile(join(root, 'README.md'), 'utf8');
const scripts = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).scripts as Record<
  string,
  string
>;

/** The fenced blocks of the README in one language. */
const blocks = (language: string) =>
  [...readme.matchAll(/^```(\w+)\n(.*?)^```/gms)]
    .filter(([, is]) => is === language)
    .map(([, , text = '']) => text);

/** A JSON value with every id and time replaced by what kind of thing it is. */
const shapeOf = (json: string) => json.replace(/01[0-9a-z]{8}(\.\.\.|[0-9a-z]{26})/g, '<id>');

describe('the README', () => {
  it('begins with two commands that need nothing else', () => {
    expect(blocks('sh')[0]).toMatch(/^npm ci && npm start .*\nnpm ci && npm test .*\n$/);
  });

  it('shows a request that works when pasted, and its real answer', async () => {
    const [, shown = ''] = blocks('sh');
    const script = shown
      .replace('TOKEN=...', `TOKEN=${await userToken()}`)
      .replace('http://127.0.0.1:3000', inject('service').urls.main);
    const { stdout } = await runShell(script);
    const [answer = ''] = blocks('json');
    expect(JSON.parse(shapeOf(stdout))).toEqual(JSON.parse(shapeOf(answer)));
  });

  it('names no script that does not exist', () => {
    const named = [...readme.matchAll(/npm run ([\w-]+)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});
