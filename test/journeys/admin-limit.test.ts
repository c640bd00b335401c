import { afterAll, describe, expect, it } from 'vitest';
import { newClient } from '#kit/fixtures.ts';
import { newOperator } from '#kit/operator.ts';

const disposables = new AsyncDisposableStack();
afterAll(() => disposables.disposeAsync());
const admin = await newOperator(disposables);

interface LimitRow {
  limit: string;
  requests: number;
  set_for_application: number | null;
}

/** Runs the command, and returns the limits and the lines on standard error. */
async function runLimit(...args: string[]) {
  const { exitCode, stdout, stderr } = await admin([
    'application',
    'limit',
    ...args,
    '--json',
  ]);
  expect(exitCode, stderr).toBe(0);
  const rows: LimitRow[] = JSON.parse(stdout);
  const requests = Object.fromEntries(rows.map((row) => [row.limit, row.requests]));
  return { requests, stderr };
}

async function runFailing(...args: string[]): Promise<string> {
  const { exitCode, stderr } = await admin(['application', 'limit', ...args]);
  expect(exitCode).not.toBe(0);
  return stderr;
}

describe('an operator', () => {
  it('shows, sets and removes the limits of an application, which the audit log says', async () => {
    const { client_id } = await newClient();
    const shown = await runLimit(client_id);
    expect(Object.keys(shown.requests)).toEqual([
      'person-15min',
      'person-day',
      'application-15min',
      'application-day',
    ]);
    expect(shown.stderr).toBe('');

    const changed = await runLimit(
      client_id,
      '--person-15min',
      '25',
      '--person-day',
      '90',
    );
    expect(changed.requests).toMatchObject({ 'person-15min': 25, 'person-day': 90 });
    expect(JSON.parse(changed.stderr)).toMatchObject({
      event: 'client_limits_changed',
      client_id,
    });
    expect((await runLimit(client_id)).requests).toEqual(changed.requests);

    // Further limits stay as they were set.
    const more = await runLimit(client_id, '--application-day', '500000000');
    expect(more.requests).toMatchObject({ 'person-15min': 25, 'application-day': 5e8 });
    const restored = await runLimit(client_id, '--default');
    expect(restored.requests).toEqual(shown.requests);
  });

  it('sees what is set for all applications', async () => {
    const before = await runLimit('--all');
    expect(before.requests).toHaveProperty('person-day');
    const { exitCode, stdout } = await admin(['application', 'limit', '--all']);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('SET FOR ALL');
  });

  it.each([
    [['--person-day', '100'], 'must be a client id, or --all'],
    [['--all', 'ID', '--default'], 'must be a client id, or --all'],
    [['ID', '--person-15min', '9'], 'It must be a number from 10 to 1000000000.'],
    [['ID', '--person-15min', '1e3'], 'It must be a number'],
    [['ID', '--person-15min', '-5'], 'It must be a number'],
    [
      ['ID', '--person-15min', '100', '--person-day', '99'],
      'at least the limit of 15 minutes',
    ],
    [['ID', '--default', '--person-day', '100'], 'cannot be used with option'],
    [['01kafw2v8t5wq3xk9ah1m4d7pjz6r0bnce2y'], 'could not be found'],
  ])('is told what is wrong with %j', async (args, problem) => {
    const { client_id } = await newClient();
    const given = args.map((arg) => (arg === 'ID' ? client_id : arg));
    expect(await runFailing(...given)).toContain(problem);
  });
});
