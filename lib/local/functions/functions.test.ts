import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type SmallService, startSmallService } from '#kit/small-stack/service.ts';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { createClock } from '../host/clock.ts';
import type { LambdaFunction } from '../template/resources.ts';
import { startFunctions } from './functions.ts';
import { startInstance } from './instance.ts';
import { loadHandler } from './load-handler.ts';
import { createInstancePool } from './pool.ts';

let service: SmallService;
beforeAll(async () => {
  service = await startSmallService();
});
afterAll(() => service.close());

const trouble = (kind: string) => service.send({ path: `/v7.1/trouble?kind=${kind}` });
const hanging = (kind: string) => service.send({ path: `/v7.1/hanging?kind=${kind}` });
const echo = () => service.send({ path: '/v7.1/things/1' });

describe('a failing function', () => {
  it.each([
    { kind: 'throw', line: 'Trouble failed: Error: thrown on purpose' },
    { kind: 'crash', line: 'Trouble crashed: Error: crashed on purpose' },
    { kind: 'reject', line: 'Trouble crashed: Error: rejected on purpose' },
    { kind: 'exit', line: 'Trouble exited with code 3.' },
    { kind: 'memory', line: 'reaching memory limit: JS heap out of memory' },
    {
      kind: 'large',
      line: 'Trouble failed: Response payload size exceeded maximum allowed payload size',
    },
  ])('fails one request and logs the reason: $kind', async ({ kind, line }) => {
    expect((await trouble(kind)).status).toBe(502);
    expect(service.lines.some((logged) => logged.includes(line))).toBe(true);
    expect((await trouble('none')).status).toBe(200);
  });

  it('is ended after its timeout, even in a busy loop, and no other function is affected', async () => {
    const responses = await Promise.all([
      ...['wait', 'loop', 'wait'].map(hanging),
      echo(),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([502, 502, 502, 200]);
    expect(service.lines).toContain(
      'Hanging timed out: an invocation took longer than 0.001 seconds.',
    );
  });
});

/** Writes the code of a function. Returns its folder. */
function writeHandler(source: string): string {
  const code = createTemporaryFolder();
  writeFileSync(join(code, 'index.js'), source);
  return code;
}

/** Writes a function that returns how many times its instance was invoked. Returns its folder. */
function writeCounter(): string {
  return writeHandler('let count = 0; exports.handler = async () => ++count;');
}

function createDefinition(code: string, name: string): LambdaFunction {
  const limits = { memory: 64, timeout: 300, environment: {}, allowedActions: [] };
  return { name, arn: name, code, handler: 'index.handler', ...limits };
}

function createTestPool(code: string, log: (line: string) => void = () => {}) {
  const definition = createDefinition(code, 'F');
  const pool = createInstancePool({ clock: createClock(), log });
  return {
    end: pool.end,
    invoke: (payload: string) => pool.invoke(definition, payload),
  };
}

describe('the code of a function', () => {
  it('names its source map for a debugger', async () => {
    const code = writeHandler('exports.handler = async () => 1;');
    const sourceMap = join(code, 'index.js.map');
    const session = new Session();
    session.connect();
    onTestFinished(() => session.disconnect());
    const sourceMapUrls: string[] = [];
    session.on('Debugger.scriptParsed', ({ params: { url, sourceMapURL = '' } }) => {
      if (url.includes(code)) sourceMapUrls.push(sourceMapURL);
    });
    session.post('Debugger.enable');
    const handle = loadHandler({ code, handler: 'index.handler', sourceMap });
    expect(await handle({}, {})).toBe(1);
    expect(sourceMapUrls).toEqual([pathToFileURL(sourceMap).href]);
  });
});

describe('a function whose change does not build', () => {
  it('runs its old code, and the log says so at each invocation until it is replaced', async () => {
    const lines: string[] = [];
    const log = (line: string) => lines.push(line);
    await using disposables = new AsyncDisposableStack();
    const definitions = ['F', 'G'].map((name) => createDefinition(writeCounter(), name));
    const files = { keyFile: '', signingKeyFile: '' };
    const mapping = { toLocal: (value: string) => value, ...files, overrides: {} };
    const pool = createInstancePool({ clock: createClock(), log });
    const functions = startFunctions(definitions, mapping, { pool, log }, disposables);
    const invoke = async (name: string) => {
      const result = await functions.invoke(name, '{}');
      return result.ok && result.payload;
    };

    expect(await invoke('F')).toBe('1');
    functions.holdInvocations(['F']);
    functions.replaceCode({});
    expect([await invoke('F'), await invoke('F'), await invoke('G')]).toEqual([
      '2',
      '3',
      '1',
    ]);
    const warning = 'F runs its old code, because its last change does not build.';
    expect(lines).toEqual([warning, warning]);

    functions.holdInvocations(['F']);
    functions.replaceCode({ F: writeCounter() });
    expect(await invoke('F')).toBe('1');
    expect(lines).toHaveLength(2);
  });
});

describe('instances', () => {
  it('are reused for the next request, and share concurrent requests', async () => {
    const first = (await echo()).json().invocations;
    expect((await echo()).json().invocations).toBe(first + 1);

    const responses = await Promise.all(Array.from({ length: 40 }, echo));
    const requestIds = responses.map(({ json }) => json().event.requestContext.requestId);
    expect(responses.map(({ status }) => status)).toEqual(Array(40).fill(200));
    expect(new Set(requestIds).size).toBe(40);
  });

  it('have the memory of their function', async () => {
    const source = `const { resourceLimits } = require('node:worker_threads');
      exports.handler = async () => resourceLimits.maxOldGenerationSizeMb;`;
    const pool = createTestPool(writeHandler(source));
    expect(await pool.invoke('{}')).toEqual({ ok: true, payload: '64' });
    await pool.end();
  });

  it('are ended if loading their code takes too long, even in a busy loop', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const lines: string[] = [];
    const pool = createTestPool(writeHandler('for (;;);'), (line) => lines.push(line));
    const result = pool.invoke('{}');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await result).toMatchObject({
      ok: false,
      errorType: 'Runtime.ExitError',
    });
    expect(lines).toEqual(['F timed out: loading its code took longer than 60 seconds.']);
    await pool.end();
  });

  it('log what they print line by line, before the response', async () => {
    await trouble('print');
    expect(service.lines.slice(-4)).toEqual([
      'printed to the log',
      'two lines',
      'at once',
      'without an end',
    ]);
  });

  it('follow the clock of the service', async () => {
    const before = Date.now();
    service.clock.advance(3600);
    service.clock.stop();
    const time = service.clock.now();
    expect(time).toBeGreaterThanOrEqual(before + 3_600_000);

    const { now, event } = (await echo()).json();
    const inWholeSeconds = Math.floor(time / 1000) * 1000;
    expect(now).toEqual([time, time, inWholeSeconds]);
    expect(event.requestContext.requestTimeEpoch).toBe(time);
  });

  it('are ended after 40 seconds without a request', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const pool = createTestPool(writeCounter());
    const countAfter = async (seconds: number) => {
      vi.advanceTimersByTime(seconds * 1000);
      return pool.invoke('{}');
    };
    expect(await countAfter(0)).toEqual({ ok: true, payload: '1' });
    for (const count of ['2', '3', '4'])
      expect(await countAfter(20)).toEqual({ ok: true, payload: count });
    expect(await countAfter(40)).toEqual({ ok: true, payload: '1' });
    await pool.end();
  });

  it('are ended at once if their function is seldom invoked', async () => {
    const code = writeCounter();
    const deps = { clock: createClock(), log: () => undefined };
    const pool = createInstancePool({ ...deps, seldomInvoked: new Set(['Hourly']) });
    const [hourly, popular] = ['Hourly', 'Popular'].map((name) =>
      createDefinition(code, name),
    ) as [LambdaFunction, LambdaFunction];
    for (const count of ['1', '2']) {
      expect(await pool.invoke(popular, '{}')).toEqual({ ok: true, payload: count });
      expect(await pool.invoke(hourly, '{}')).toEqual({ ok: true, payload: '1' });
    }
    await pool.end();
  });

  it('are ended if the pool is full, the one that has been idle longest first', async () => {
    const code = writeCounter();
    const deps = { clock: createClock(), log: () => undefined };
    const pool = createInstancePool(deps, 2);
    const kept = createDefinition(code, 'Kept');
    const ended = createDefinition(code, 'Ended');
    const added = createDefinition(code, 'Added');
    for (const definition of [kept, ended, kept, added])
      await pool.invoke(definition, '{}');
    expect(await pool.invoke(kept, '{}')).toEqual({ ok: true, payload: '3' });
    expect(await pool.invoke(ended, '{}')).toEqual({ ok: true, payload: '1' });
    await pool.end();
  });

  it('of a full pool run the concurrent invocations of their function, while all are in use', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const code = writeCounter();
    const pool = createInstancePool({ clock: createClock(), log: () => undefined }, 2);
    const [popular, other] = ['Popular', 'Other'].map((name) =>
      createDefinition(code, name),
    ) as [LambdaFunction, LambdaFunction];
    const invokeTwice = () =>
      Promise.all([pool.invoke(popular, '{}'), pool.invoke(popular, '{}')]);
    const toResults = (...payloads: string[]) =>
      payloads.map((payload) => ({ ok: true, payload }));

    for (const definition of [popular, other]) await pool.invoke(definition, '{}');
    expect(await invokeTwice()).toEqual(toResults('2', '3'));
    expect(await pool.invoke(other, '{}')).toEqual({ ok: true, payload: '2' });

    vi.advanceTimersByTime(10_000);
    expect(await invokeTwice()).toEqual(toResults('4', '1'));
    expect(await pool.invoke(other, '{}')).toEqual({ ok: true, payload: '1' });
    await pool.end();
  });

  it('count for one function only, unless a thread is told to run another one', async () => {
    const lines: string[] = [];
    const deps = { clock: createClock(), log: (line: string) => lines.push(line) };
    const [one, other] = ['One', 'Other'].map((name) => {
      const source = `globalThis.count ??= 0;
        exports.handler = async (isFailing, { functionName }) => {
          globalThis.count += 1;
          if (isFailing) throw new Error('call ' + globalThis.count);
          return ['${name}', functionName, globalThis.count];
        };`;
      return createDefinition(writeHandler(source), name);
    }) as [LambdaFunction, LambdaFunction];
    const toResult = (name: string, count: number) => ({
      ok: true,
      payload: JSON.stringify([name, name, count]),
    });

    const pool = createInstancePool(deps);
    for (const count of [1, 2]) {
      expect(await pool.invoke(one, 'false')).toEqual(toResult('One', count));
      expect(await pool.invoke(other, 'false')).toEqual(toResult('Other', count));
    }
    await pool.end();

    const instance = startInstance(one, deps);
    expect(await instance.invoke(one, 'false')).toEqual(toResult('One', 1));
    expect(await instance.invoke(other, 'false')).toEqual(toResult('Other', 2));
    expect((await instance.invoke(other, 'true')).ok).toBe(false);
    expect(lines.join()).toContain('Other failed: Error: call 3');
    await instance.end();
  });

  it('have their own variables while they run, also in a thread of another function', async () => {
    const code = writeHandler(`exports.handler = async () => [
      process.env.OWN, process.env.AWS_LAMBDA_FUNCTION_NAME, 'ONLY' in process.env];`);
    const [one, other] = [
      { ...createDefinition(code, 'One'), environment: { OWN: '1', ONLY: 'x' } },
      { ...createDefinition(code, 'Other'), environment: { OWN: '2' } },
    ] as const;
    const instance = startInstance(one, { clock: createClock(), log: () => undefined });
    const invoke = async (definition: LambdaFunction) => {
      const result = await instance.invoke(definition, '{}');
      return result.ok && JSON.parse(result.payload);
    };
    expect(await invoke(one)).toEqual(['1', 'One', true]);
    expect(await invoke(other)).toEqual(['2', 'Other', false]);
    expect(await invoke(other)).toEqual(['2', 'Other', false]);
    expect(await invoke(one)).toEqual(['1', 'One', true]);
    await instance.end();
  });

  it('run new code from the next request on after their code is replaced', async () => {
    const code = createTemporaryFolder();
    const handler = "async () => ({ statusCode: 200, body: 'replaced' })";
    writeFileSync(join(code, 'index.js'), `exports.echo = ${handler};`);
    const smallService = await startSmallService();
    const request = { path: '/v7.1/things/1' };
    const { event } = (await smallService.send(request)).json();
    expect(event.path).toBe(request.path);

    smallService.replaceCode({
      'arn:aws:lambda:us-east-1:123456789012:function:Echo': code,
    });
    expect((await smallService.send(request)).text).toBe('replaced');
    await smallService.close();
  });

  it('wait for new code while their invocations are held', async () => {
    const smallService = await startSmallService();
    const arn = 'arn:aws:lambda:us-east-1:123456789012:function:Echo';
    const request = { path: '/v7.1/things/1' };
    await smallService.send(request);

    smallService.holdInvocations([arn]);
    let hasResponse = false;
    const response = smallService.send(request).finally(() => {
      hasResponse = true;
    });
    // Meanwhile, the gateway responds to other requests.
    for (const path of ['/none/1', '/none/2', '/none/3'])
      await smallService.send({ path });
    expect(hasResponse).toBe(false);

    const code = createTemporaryFolder();
    const handler = "async () => ({ statusCode: 200, body: 'new' })";
    writeFileSync(join(code, 'index.js'), `exports.echo = ${handler};`);
    smallService.replaceCode({ [arn]: code });
    expect((await response).text).toBe('new');
    await smallService.close();
  });

  it('log that their code cannot be loaded', async () => {
    const lines: string[] = [];
    const code = createTemporaryFolder();
    writeFileSync(join(code, 'index.js'), 'exports.other = 1;');
    const pool = createTestPool(code, (line) => lines.push(line));
    expect(await pool.invoke('{}')).toMatchObject({ ok: false });
    expect(lines.join('\n')).toContain('does not export a function named handler');
    await pool.end();
  });
});
