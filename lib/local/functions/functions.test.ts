import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '#kit/temporary-folder.ts';
import { type SmallService, startSmallService } from '../fixtures/service.ts';
import { createClock } from '../host/clock.ts';
import { createPool } from './pool.ts';

let service: SmallService;
beforeAll(async () => {
  // Here the time limits of the small stack hold as they are; only what hangs has one of seconds.
  vi.stubEnv('TIME_LIMIT_FACTOR', '1');
  service = await startSmallService();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await service.close();
});

const trouble = (kind: string) => service.send({ path: `/v7.1/trouble?kind=${kind}` });
const hanging = (kind: string) => service.send({ path: `/v7.1/hanging?kind=${kind}` });
const echo = () => service.send({ path: '/v7.1/things/1' });

describe('a function in trouble', () => {
  it.each([
    ['throw', 'Trouble failed: Error: thrown on purpose'],
    ['crash', 'Trouble crashed: Error: crashed on purpose'],
    ['reject', 'Trouble crashed: Error: rejected on purpose'],
    ['exit', 'Trouble ended with exit code 3.'],
    ['memory', 'reaching memory limit: JS heap out of memory'],
    ['large', 'Trouble failed: Response payload size exceeded maximum allowed payload size'],
  ])('costs one request and says why: %s', async (kind, line) => {
    expect((await trouble(kind)).status).toBe(502);
    expect(service.lines.some((logged) => logged.includes(line))).toBe(true);
    expect((await trouble('none')).status).toBe(200);
  });

  it('is ended when its time is over, also in the midst of a loop, and harms no one else', async () => {
    const answers = await Promise.all([...['wait', 'loop', 'wait'].map(hanging), echo()]);
    expect(answers.map(({ status }) => status)).toEqual([502, 502, 502, 200]);
    expect(service.lines).toContain('Hanging timed out: an invocation took longer than 1 seconds.');
  });
});

function poolOf(code: string, log: (line: string) => void = () => {}) {
  const limits = { memory: 64, timeout: 300, environment: {} };
  const definition = { name: 'F', arn: 'arn', code, handler: 'index.handler', ...limits };
  return createPool(definition, { clock: createClock(), log });
}

describe('instances', () => {
  it('serve one request after the other, and more of them many at once, each one at a time', async () => {
    const first = (await echo()).json().invocations;
    expect((await echo()).json().invocations).toBe(first + 1);
    const answers = await Promise.all(Array.from({ length: 40 }, echo));
    expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(200));
    expect(
      new Set(answers.map((answer) => answer.json().event.requestContext.requestId)).size,
    ).toBe(40);
  });

  it('have what they print in the log, a line each, before the answer', async () => {
    await trouble('print');
    expect(service.lines.slice(-4)).toEqual([
      'printed to the log',
      'two lines',
      'at once',
      'without an end',
    ]);
  });

  it('follow the clock of the service', async () => {
    const hour = 3_600_000;
    // One of the times that the function reads has whole seconds.
    const earliest = Math.floor(Date.now() / 1000) * 1000 + hour;
    service.clock.advance(3600);
    const { now, event } = (await echo()).json();
    const latest = Date.now() + hour;
    for (const time of [...now, event.requestContext.requestTimeEpoch ?? 0]) {
      expect(time).toBeGreaterThanOrEqual(earliest);
      expect(time).toBeLessThanOrEqual(latest);
    }
  });

  it('are ended when nobody has needed them for minutes', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const code = temporaryFolder();
    writeFileSync(join(code, 'index.js'), 'let count = 0; exports.handler = async () => ++count;');
    const pool = poolOf(code);
    const countAfter = async (minutes: number) => {
      vi.advanceTimersByTime(minutes * 60_000);
      return pool.invoke('{}');
    };
    expect(await countAfter(0)).toEqual({ ok: true, payload: '1' });
    for (const count of ['2', '3', '4'])
      expect(await countAfter(5)).toEqual({ ok: true, payload: count });
    expect(await countAfter(10)).toEqual({ ok: true, payload: '1' });
    await pool.end();
  });

  it('run as CommonJS whatever package.json stands above them', async () => {
    const code = temporaryFolder();
    cpSync(join(import.meta.dirname, '../fixtures/functions/echo'), join(code, 'echo'), {
      recursive: true,
    });
    writeFileSync(join(code, 'package.json'), '{"type":"module"}');
    const pool = poolOf(join(code, 'echo'));
    expect(await pool.invoke('{}')).toMatchObject({ ok: true });
    await pool.end();
  });

  it('that cannot load say so', async () => {
    const lines: string[] = [];
    const code = temporaryFolder();
    writeFileSync(join(code, 'index.js'), 'exports.other = 1;');
    const pool = poolOf(code, (line) => lines.push(line));
    expect(await pool.invoke('{}')).toMatchObject({ ok: false });
    expect(lines.join('\n')).toContain('does not export a function named handler');
    await pool.end();
  });
});
