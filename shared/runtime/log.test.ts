import { beforeEach, describe, expect, it, vi } from 'vitest';
import { audit } from './audit.ts';
import { log } from './log.ts';

const write = vi.spyOn(process.stdout, 'write');

/** Returns the events of the lines that were written. */
const getEvents = () => write.mock.calls.map(([line]) => JSON.parse(String(line)).event);

beforeEach(() => {
  write.mockReset().mockReturnValue(true);
});

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
});
