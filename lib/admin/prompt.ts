import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import type { Terminal } from './command.ts';

/**
 * Prompts for one line per question without echoing it. Returns fewer lines than questions if the
 * input ends early. Without a terminal, reads the lines of standard input.
 */
export async function prompt(
  { stdin, stderr }: Terminal,
  questions: readonly string[],
): Promise<string[]> {
  const discardedEcho = new Writable({ write: (_chunk, _encoding, done) => done() });
  const isTerminal = stdin.isTTY === true;
  const streams = { input: stdin, output: discardedEcho };
  const input = createInterface({ ...streams, terminal: isTerminal });
  const lines = input[Symbol.asyncIterator]();
  const replies: string[] = [];

  for (const question of questions) {
    stderr.write(question);
    const { value, done } = await lines.next();
    // The line break that a person typed was not echoed either.
    if (question) stderr.write('\n');
    if (done) break;
    replies.push(value);
  }
  input.close();
  return replies;
}
