import { readFile, stat, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import os, { userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { serveRequests } from '#kit/serve-requests.ts';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { newId, toLogHash } from '#shared/runtime/ids.ts';
import { keepOperatorEvent } from './operator-log.ts';

beforeEach(() => void vi.stubEnv('SUDO_USER', undefined));
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

const user_id = newId(new Date());
const event = { name: 'user_disabled', user_id } as const;

describe('the log of operators on one machine', () => {
  it('is a file in the data folder that only its owner reads, a line for each action', async () => {
    const data = createTemporaryFolder();
    const first = await keepOperatorEvent({ data }, event);
    vi.stubEnv('SUDO_USER', 'ann');
    const second = await keepOperatorEvent({ data, as: 'Ben' }, event);

    const file = join(data, 'operators.log');
    const text = await readFile(file, 'utf8');
    expect(text).toBe(`${first.line}\n${second.line}\n`);
    expect((await stat(file)).mode % 0o1000).toBe(0o600);
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const kept = { event: 'user_disabled', user_hash: toLogHash(user_id) };
    expect(lines).toMatchObject([
      { ...kept, operator: userInfo().username },
      { ...kept, operator: 'Ben as ann' },
    ]);
  });

  it('has the number of a user without a name, and no empty name', async () => {
    vi.spyOn(os, 'userInfo').mockImplementation(() => {
      throw new Error('uv_os_get_passwd returned ENOENT');
    });
    syncBuiltinESMExports();
    const command = { data: createTemporaryFolder(), as: '' };
    const { line } = await keepOperatorEvent(command, event);
    expect(JSON.parse(line)).toMatchObject({ operator: `user ${process.getuid?.()}` });
  });

  it('keeps one line for an action, whatever the name of the operator', async () => {
    const data = createTemporaryFolder();
    await keepOperatorEvent({ data, as: 'Ann\n{"event":"user_enabled"}' }, event);
    const text = await readFile(join(data, 'operators.log'), 'utf8');
    expect(text.trim().split('\n')).toHaveLength(1);
  });

  it('fails with the line to keep if it cannot be written', async () => {
    const data = join(createTemporaryFolder(), 'missing');
    await expect(keepOperatorEvent({ data }, event)).rejects.toThrow(
      /^The command did its work, but .*operators\.log does not have it \(ENOENT.*\)\. .*user_disabled/,
    );
  });
});

const login = 'arn:aws:sts::123456789012:assumed-role/Operators/ann';
const identity = `<GetCallerIdentityResponse><GetCallerIdentityResult><Arn>${login}</Arn>
  </GetCallerIdentityResult></GetCallerIdentityResponse>`;

/** Answers the SDK as STS and CloudWatch Logs do. Returns the requests to the log. */
async function serveAws({ denied = false } = {}) {
  const logged: { target: string; body: object }[] = [];
  const port = await serveRequests(async (request, response) => {
    const chunks = await Array.fromAsync(request);
    const target = String(request.headers['x-amz-target'] ?? '');
    if (target === '') {
      response.writeHead(200, { 'Content-Type': 'text/xml' }).end(identity);
      return;
    }
    logged.push({ target, body: JSON.parse(Buffer.concat(chunks).toString()) });
    const type = { 'Content-Type': 'application/x-amz-json-1.1' };
    if (denied)
      response
        .writeHead(400, type)
        .end('{"__type":"AccessDeniedException","message":"No."}');
    else response.writeHead(200, type).end('{}');
  });
  const environment = {
    AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  return logged;
}

async function writeOutputs(others: object): Promise<string> {
  const file = join(createTemporaryFolder(), 'outputs.json');
  const stack = { MainUrl: 'https://main.example', TableName: 'table', ...others };
  await writeFile(file, JSON.stringify({ FitnessDataStack: stack }));
  return file;
}

describe('the log of the operators of a deployed stack', () => {
  const data = '';

  it('has the identity that AWS knows, in a log group of the stack', async () => {
    const logged = await serveAws();
    const outputs = await writeOutputs({ OperatorLogName: 'Stack-OperatorLog' });
    const { line, isKept } = await keepOperatorEvent({ data, outputs }, event);
    expect(isKept).toBe(true);
    expect(JSON.parse(line)).toMatchObject({ event: 'user_disabled', operator: login });
    const [created, put] = logged;
    const stream = {
      logGroupName: 'Stack-OperatorLog',
      logStreamName: expect.any(String),
    };
    expect(created).toEqual({ target: 'Logs_20140328.CreateLogStream', body: stream });
    expect(put).toMatchObject({
      target: 'Logs_20140328.PutLogEvents',
      body: { ...stream, logEvents: [{ message: line }] },
    });
  });

  it('fails with the line to keep if the operator may not write to it', async () => {
    await serveAws({ denied: true });
    const outputs = await writeOutputs({ OperatorLogName: 'Stack-OperatorLog' });
    await expect(keepOperatorEvent({ data, outputs }, event)).rejects.toThrow(
      'The command did its work, but Stack-OperatorLog does not have it (No.). Keep this line',
    );
  });

  it('does not exist in an older stack, and is not found by the name of a table', async () => {
    const logged = await serveAws();
    const outputs = await writeOutputs({});
    for (const target of [{ outputs }, { table: 'table' }])
      expect(await keepOperatorEvent({ data, ...target }, event)).toMatchObject({
        isKept: false,
        line: expect.stringContaining(login),
      });
    expect(logged).toEqual([]);
  });
});
