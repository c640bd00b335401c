import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { createAdminProgram, createRunner } from './program.ts';

it('keeps the event of a command before it prints, because nobody may read the output', async () => {
  const data = createTemporaryFolder();
  const keptBefore: string[] = [];
  const stdout = new Writable({
    write(_chunk, _encoding, done) {
      keptBefore.push(readFileSync(join(data, 'operators.log'), 'utf8'));
      done();
    },
  });
  const terminal = { stdin: new PassThrough(), stdout, stderr: new PassThrough() };
  const program = createAdminProgram(terminal, []);
  const run = createRunner(program, terminal, async () => undefined);
  const work = async () => ({ data: {}, event: { name: 'mail_server_set' } as const });
  program.command('change').action(run(work));
  await program.parseAsync(['change', '--data', data], { from: 'user' });
  expect(keptBefore).toEqual([expect.stringContaining('mail_server_set')]);
});
