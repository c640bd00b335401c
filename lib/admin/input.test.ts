import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { readPassword } from './input.ts';

/** Returns a terminal on which a person types these lines, and a function that reads its output. */
function openTerminal(lines: string) {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const stderr = new PassThrough();
  stdin.end(lines);
  const terminal = { stdin, stdout: new PassThrough(), stderr };
  return { terminal, readShown: () => String(stderr.read() ?? '') };
}

it('prompts for the password twice and does not echo it', async () => {
  const { terminal, readShown } = openTerminal('correct horse\ncorrect horse\n');
  expect(await readPassword({}, terminal)).toBe('correct horse');
  expect(readShown()).toBe('Password: \nRepeat password: \n');
});

it.each([
  {
    lines: 'correct horse\nincorrect\n',
    problem: 'does not match the repeated password',
  },
  { lines: 'correct horse\n', problem: 'is required' },
  { lines: '\n\n', problem: 'is required' },
  { lines: '', problem: 'is required' },
])('rejects $lines: $problem', async ({ lines, problem }) => {
  const { terminal } = openTerminal(lines);
  await expect(readPassword({}, terminal)).rejects.toThrow(problem);
});

it('does not prompt for a given or generated password', async () => {
  const { terminal, readShown } = openTerminal('');
  expect(await readPassword({ password: 'given' }, terminal)).toBe('given');
  const generated = await readPassword({ generatePassword: true }, terminal);
  expect(generated).toMatch(/^(?:[0-9a-z]{4}-){3}[0-9a-z]{4}$/);
  expect(readShown()).toBe('');
});
