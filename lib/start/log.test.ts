import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { formatLogLine, formatMail } from './log.ts';

const line = (fields: object) =>
  JSON.stringify({ level: 'info', event: 'request', ...fields });
const format = (text: string) => stripVTControlCharacters(formatLogLine(text) ?? '');

it('formats a request on a short line', () => {
  const fields = {
    endpoint: 'GET /data_source/',
    status: 200,
    duration_ms: 3.14,
    store_calls: 1,
  };
  expect(format(line(fields))).toMatch(
    /^200 {2}GET \/data_source\/ +3\.1 ms {2}1 store call$/,
  );
  expect(format(line({ ...fields, status: 400, code: 'validation_failed' }))).toMatch(
    /^400 .* validation_failed$/,
  );
});

it('formats an audit event with its subject', () => {
  const failed = line({
    event: 'sign_in_failed',
    request_id: 'r',
    client_id: 'c',
    user_hash: 'u',
  });
  expect(format(failed)).toMatch(/^--- {2}sign_in_failed +application c {2}user u$/);
  expect(format(line({ event: 'client_authentication_failed' }))).toBe(
    '---  client_authentication_failed',
  );
});

it('shows the outcome of a revocation at a provider', () => {
  const subject = { user_hash: 'u', remote_connection_hash: 'r', provider: 'garmin' };
  const busy = line({
    ...subject,
    event: 'provider_call_failed',
    code: 'busy',
    status: 503,
  });
  expect(format(busy)).toMatch(
    /^--- {2}provider_call_failed +user u {2}provider garmin {2}503 {2}busy$/,
  );
  const off = line({
    ...subject,
    event: 'provider_access_not_revoked',
    code: 'calls_off',
  });
  expect(format(off)).toMatch(
    /^--- {2}provider_access_not_revoked +user u {2}provider garmin {2}calls_off$/,
  );
});

it('omits the authorizer and schedules, and keeps errors, warnings and other output', () => {
  expect(formatLogLine(line({ endpoint: 'authorizer', event: 'allow' }))).toBeUndefined();
  expect(formatLogLine(line({ event: 'schedule', count: 0 }))).toBeUndefined();
  const fault = line({
    level: 'error',
    endpoint: 'GET /data_source/',
    error_name: 'TypeError',
  });
  const warning = line({
    level: 'warn',
    event: 'image_render_failed',
    error_name: 'Error',
  });
  for (const text of [fault, warning, 'DynamoDB has crashed', '{"level":', ''])
    expect(formatLogLine(text)).toBe(text);
});

it('shows the message and the frames of an error, if the function logged its message', () => {
  const fields = {
    level: 'error',
    endpoint: 'GET /data_source/',
    status: 500,
    duration_ms: 3.14,
    error_name: 'TypeError',
    error_message: 'x is undefined',
    error_stack: 'at a (/b/index.js:1:2) | at c (/d/index.js:3:4)',
  };
  expect(format(line(fields)).split('\n')).toEqual([
    expect.stringMatching(/^500 {2}GET \/data_source\/ +3\.1 ms {2}0 store calls$/),
    '     TypeError: x is undefined',
    '         at a (/b/index.js:1:2)',
    '         at c (/d/index.js:3:4)',
  ]);
  const failedMessage = line({ ...fields, event: 'message', endpoint: 'Send a mail' });
  expect(format(failedMessage)).toMatch(/^--- {2}message +Send a mail\n/);
});

const message = `From: fitness-data@localhost
To: ann@example.com
Subject: Grüße

--part
Content-Type: text/plain; charset=utf-8

Hello

Open this page:
https://example.com/?token=x

--part
Content-Type: text/html; charset=utf-8

<a href="https://example.com/?token=x">Open</a>
`;

it('formats a mail as its recipient, its subject and its links', () => {
  const shown = formatMail(message);
  expect(shown).toContain('Mail to ann@example.com: Grüße');
  expect(shown.split('\n').slice(1)).toEqual(['     https://example.com/?token=x']);
});
