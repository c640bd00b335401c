import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { audit } from './audit.ts';
import { newId, toLogHash } from './ids.ts';
import { describeFailure, log } from './log.ts';

const write = vi.spyOn(process.stdout, 'write');

/** Returns the events of the lines that were written. */
const getEvents = () => write.mock.calls.map(([line]) => JSON.parse(String(line)).event);

beforeEach(() => {
  write.mockReset().mockReturnValue(true);
});

afterEach(() => void vi.unstubAllEnvs());

describe('the log', () => {
  it('has all lines by default', () => {
    log({ level: 'info', event: 'request' });
    log({ level: 'error', event: 'failure' });
    expect(getEvents()).toEqual(['request', 'failure']);
  });

  it('leaves out lines below LOG_LEVEL, but no audit events', () => {
    vi.stubEnv('LOG_LEVEL', 'warn');
    log({ level: 'info', event: 'request' });
    log({ level: 'warn', event: 'warning' });
    log({ level: 'error', event: 'failure' });
    audit('signed_out', {});
    expect(getEvents()).toEqual(['warning', 'failure', 'signed_out']);
  });

  it('has the message of an error only if a developer reads it', () => {
    const error = new TypeError('x of ann@example.com is undefined');
    const fields = { level: 'error', event: 'request' } as const;
    log({ ...fields, ...describeFailure(error) });
    vi.stubEnv('LOG_ERROR_MESSAGES', 'on');
    log({ ...fields, ...describeFailure(error) });
    const lines = write.mock.calls.map(([line]) => JSON.parse(String(line)));
    const expected = { error_name: 'TypeError', error_stack: expect.any(String) };
    expect(lines).toMatchObject([
      expected,
      { ...expected, error_message: error.message },
    ]);
    expect(lines[0]).not.toHaveProperty('error_message');
  });

  it('has a hash instead of the id of a person or of a connection', () => {
    const [user_id, remote_connection_id] = [newId(new Date()), newId(new Date())];
    log({ level: 'info', event: 'request', user_id });
    audit('connection_created', { user_id, remote_connection_id });

    const [request = '', event = ''] = write.mock.calls.map(([line]) => String(line));
    const user_hash = toLogHash(user_id);
    const remote_connection_hash = toLogHash(remote_connection_id);
    expect(JSON.parse(request)).toMatchObject({ user_hash });
    expect(JSON.parse(event)).toMatchObject({ user_hash, remote_connection_hash });
    expect(request + event).not.toMatch(/[0-9a-z]{36}/);
  });

  it('takes the hash of a user that is known', () => {
    const user_id = newId(new Date());
    log({ level: 'info', event: 'request', user_id, user_hash: 'known' });
    const [[line] = []] = write.mock.calls;
    const fields = JSON.parse(String(line));
    expect(fields).toMatchObject({ user_hash: 'known' });
    expect(fields).not.toHaveProperty('user_id');
  });
});
