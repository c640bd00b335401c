import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { Option } from '@commander-js/extra-typings';
import { toBase32 } from '#shared/runtime/ids.ts';
import type { Terminal } from './command.ts';
import { createFieldError } from './find.ts';

/**
 * Prompts for one line per question without echoing it. Returns fewer lines than questions if the
 * input ends early. Without a terminal, reads the lines of standard input.
 */
async function prompt(
  { stdin, stderr }: Terminal,
  questions: readonly string[],
): Promise<string[]> {
  const discardedEcho = new Writable({ write: (_chunk, _encoding, done) => done() });
  const isTerminal = stdin.isTTY === true;
  const streams = { input: stdin, output: discardedEcho };
  const input = createInterface({ ...streams, terminal: isTerminal });
  const lines = input[Symbol.asyncIterator]();
  const typed: string[] = [];

  for (const question of questions) {
    stderr.write(question);
    const { value, done } = await lines.next();
    // The line break that a person typed was not echoed either.
    if (question) stderr.write('\n');
    if (done) break;
    typed.push(value);
  }
  input.close();
  return typed;
}

/** Asks a question on the terminal. Returns whether the person types yes. */
export async function confirm(
  { stdin, stderr }: Terminal,
  question: string,
): Promise<boolean> {
  const streams = { input: stdin, output: stderr };
  const input = createInterface({ ...streams, terminal: true, prompt: question });
  const lines = input[Symbol.asyncIterator]();
  input.prompt();
  const { value = '' } = await lines.next();
  input.close();
  return /^y(es)?$/i.test(value.trim());
}

export const passwordOption = new Option(
  '--password <password>',
  'the password; others on this machine can see it, so prefer the prompt or a pipe',
);

export const generatePasswordOption = new Option(
  '--generate-password',
  'generate a password and show it once',
).conflicts('password');

export interface PasswordOptions {
  password?: string;
  generatePassword?: boolean;
}

/**
 * Returns the password from the options, or prompts for it twice. Without a terminal, it is the
 * first line of standard input. Throws `validation_failed` if it is missing or the entries differ.
 */
export async function readPassword(
  options: PasswordOptions,
  terminal: Terminal,
): Promise<string> {
  if (options.generatePassword) return generatePassword();
  if (options.password !== undefined) return options.password;

  const questions = terminal.stdin.isTTY ? ['Password: ', 'Repeat password: '] : [''];
  const typed = await prompt(terminal, questions);
  const [password] = typed;
  const isRepeatMissing = typed.length < questions.length;
  if (!password || isRepeatMissing)
    throw createFieldError(
      'password',
      'is required: type it, pipe it, or use --generate-password',
    );
  if (typed.some((line) => line !== password))
    throw createFieldError('password', 'does not match the repeated password');
  return password;
}

/** Generates a password of 80 random bits: four groups of four characters with hyphens between. */
export function generatePassword(): string {
  const characters = toBase32(randomBytes(10));
  return characters.replace(/.{4}(?=.)/g, '$&-');
}

/**
 * Returns the secret in a file. Without a file, prompts for it or reads it from standard input.
 * Throws `validation_failed` for the field if the file cannot be read.
 */
export async function readSecret(
  field: string,
  file: string | undefined,
  question: string,
  terminal: Terminal,
): Promise<string> {
  const secret = await readSecretFile(field, file);
  if (secret !== undefined) return secret;
  const [line = ''] = await prompt(terminal, [terminal.stdin.isTTY ? question : '']);
  return line;
}

/**
 * Returns the first line of a file, or undefined if no file is given. Throws `validation_failed`
 * for the field if the file cannot be read.
 */
export async function readSecretFile(
  field: string,
  file: string | undefined,
): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const text = await readFile(file, 'utf8').catch(() => {
    throw createFieldError(field, `cannot be read from ${file}`);
  });
  const [line] = text.split(/\r?\n/, 1);
  return line;
}
