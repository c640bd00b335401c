import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { newUserToken } from '#kit/fixtures.ts';
import { runShell } from '#kit/program.ts';
import { root } from '#lib/paths.ts';

const readme = await readFile(join(root, 'README.md'), 'utf8');
const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  await readFile(join(root, 'package.json'), 'utf8'),
);

/** Lists the fenced blocks of the README in a language. */
function listBlocks(language: string): string[] {
  const blocks = [...readme.matchAll(/^```(?<language>\w+)\n(?<text>.*?)^```/gms)];
  const inLanguage = blocks.filter(({ groups }) => groups?.language === language);
  return inLanguage.map(({ groups }) => groups?.text ?? '');
}

/** Replaces the ids in a JSON text, which differ at every run. */
function hideIds(json: string): string {
  return json.replace(/01[0-9a-z]{8}(\.\.\.|[0-9a-z]{26})/g, '<id>');
}

describe('the README', () => {
  it('starts with two commands that need nothing else', () => {
    const [commands] = listBlocks('sh');
    expect(commands).toMatch(/^npm ci && npm start .*\nnpm ci && npm test .*\n$/);
  });

  it('shows a request that works when pasted, and its real response', async () => {
    const [, request = ''] = listBlocks('sh');
    const [response = ''] = listBlocks('json');
    const script = request
      .replace('ACCESS_TOKEN=...', `ACCESS_TOKEN=${await newUserToken()}`)
      .replace('http://127.0.0.1:3000', inject('service').urls.main);
    const { stdout } = await runShell(script);
    expect(JSON.parse(hideIds(stdout))).toEqual(JSON.parse(hideIds(response)));
  });

  it('names only scripts that exist', () => {
    const named = [...readme.matchAll(/npm run (?:-s )?([\w-]+)/g)].map(
      ([, name = '']) => name,
    );
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});
