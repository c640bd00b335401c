import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** Reads one line a question from standard input, without an echo where that is a terminal, until the input ends. */
export async function typed(questions: readonly string[]): Promise<string[]> {
  const unseen = new Writable({ write: (_, __, done) => done() });
  const input = createInterface({ input: process.stdin, output: unseen, terminal: process.stdin.isTTY });
  const lines = input[Symbol.asyncIterator]();
  const answers: string[] = [];
  for (const question of questions) {
    process.stderr.write(question);
    const { value, done } = await lines.next();
    if (question) process.stderr.write('\n');
    if (done) break;
    answers.push(value);
  }
  input.close();
  return answers;
}
