import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';

/** Starts a program with a function that pauses in a debugger. On SIGTERM, it runs `code`. */
async function startProgram(code: string) {
  const folder = createTemporaryFolder();
  writeFileSync(
    join(folder, 'index.js'),
    'exports.handler = async () => { for (;;) { debugger; await null; } };',
  );
  const definition = {
    arn: 'F',
    name: 'F',
    code: folder,
    handler: 'index.handler',
    memory: 128,
    timeout: 60,
    environment: {},
  };
  const script = `
    import { open, url } from 'node:inspector';
    import { createClock } from '../host/clock.ts';
    import { endDebugging } from './debugging.ts';
    import { startInstance } from './instance.ts';
    open(0);
    process.once('exit', endDebugging);
    const definition = ${JSON.stringify(definition)};
    const instance = startInstance(definition, { clock: createClock(), log() {} });
    process.on('SIGTERM', async () => { ${code} });
    console.log(url());
    await instance.invoke(definition, '{}');
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [url] = await once(child.stdout, 'data');
  return { child, url: String(url).trim() };
}

/** Attaches a debugger to all threads of a program. Resolves when one of them has paused. */
async function pauseInDebugger(url: string): Promise<void> {
  const socket = new WebSocket(url);
  onTestFinished(() => socket.close());
  let id = 0;
  const post = (method: string, params: object) => {
    id += 1;
    socket.send(JSON.stringify({ id, method, params }));
  };
  const paused = Promise.withResolvers<void>();
  socket.onmessage = ({ data }) => {
    const { method, params } = JSON.parse(String(data));
    if (method === 'NodeWorker.attachedToWorker') {
      const { sessionId } = params;
      const message = JSON.stringify({ id: 1, method: 'Debugger.enable' });
      post('NodeWorker.sendMessageToWorker', { sessionId, message });
    }
    const isPaused =
      method === 'NodeWorker.receivedMessageFromWorker' &&
      params.message.includes('Debugger.paused');
    if (isPaused) paused.resolve();
  };
  await once(socket, 'open');
  post('NodeWorker.enable', { waitForDebuggerOnStart: false });
  await paused.promise;
}

it.each([
  ['ends with its instance', 'await instance.end(); process.exit(7);'],
  ['does not keep the program running', 'process.exit(7);'],
])('a function that a debugger has paused %s', async (_, code) => {
  const { child, url } = await startProgram(code);
  await pauseInDebugger(url);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([7, null]);
});
