import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { formatFailure } from './failure.ts';

it('prints the message of our own errors, and the stack trace of a bug', () => {
  expect(formatFailure(new Error('Port 3000 is taken.'))).toBe('Port 3000 is taken.');
  const [message, ...frames] = formatFailure(new TypeError('x is not a function')).split(
    '\n',
  );
  expect(message).toBe('TypeError: x is not a function');
  expect(frames[0]).toContain('failure.test.ts');
  expect(frames.join()).not.toContain('node:');
});

it.each([
  [
    'ENOSPC',
    { path: 'data/a', dest: 'backup/a' },
    'backup/a cannot be used: the disk is full.',
  ],
  ['ENOTDIR', { path: 'file/a' }, 'file/a cannot be used: it is a file, or inside one.'],
])('says what %s of the file system means', (code, files, message) => {
  const error = Object.assign(new Error(`${code}: copyfile`), { code, ...files });
  expect(formatFailure(error)).toBe(message);
});

it('ends a program without an error when nobody reads its output any more', async () => {
  const script = `
    import { reportFailure } from './failure.ts';
    await reportFailure(async () => setInterval(() => console.log('a line'), 1));
  `;
  const args = ['--input-type=module', '--eval', script];
  const child = spawn(process.execPath, args, {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const stderr = text(child.stderr);
  await once(child.stdout, 'data');
  child.stdout.destroy();
  const [exitCode] = await once(child, 'close');
  expect([exitCode, await stderr]).toEqual([0, '']);
});
