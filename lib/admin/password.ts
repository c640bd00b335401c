import { randomBytes } from 'node:crypto';
import { Option } from '@commander-js/extra-typings';
import { toBase32 } from '#shared/runtime/ids.ts';
import type { Terminal } from './command.ts';
import { createFieldError } from './errors.ts';
import { prompt } from './prompt.ts';

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
  const replies = await prompt(terminal, questions);
  const [password] = replies;
  const isRepeatMissing = replies.length < questions.length;
  if (!password || isRepeatMissing)
    throw createFieldError(
      'password',
      'is required: type it, pipe it, or use --generate-password',
    );
  if (replies.some((reply) => reply !== password))
    throw createFieldError('password', 'does not match the repeated password');
  return password;
}

/** Generates a password of 80 random bits: four groups of four characters with hyphens between. */
export function generatePassword(): string {
  const characters = toBase32(randomBytes(10));
  return characters.replace(/.{4}(?=.)/g, '$&-');
}
