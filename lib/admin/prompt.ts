import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import type { Terminal } from './terminal.ts';

/** Reads one line a question, without an echo where a person types, until the input ends. */
export async function typed(
  { stdin, stderr }: Terminal,
  questions: readonly string[],
): Promise<string[]> {
  const unseen = new Writable({ write: (_, __, done) => done() });
  const input = createInterface({ input: stdin, output: unseen, terminal: stdin.isTTY === true });
  const lines = input[Symbol.asyncIterator]();
  const answers: string[] = [];
  for (const question of questions) {
    stderr.write(question);
    const { value, done } = await lines.next();
    if (question) stderr.write('\n');
    if (done) break;
    answers.push(value);
  }
  input.close();
  return answers;
}
