import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { readable } from './log-lines.ts';

const line = (fields: object) => JSON.stringify({ level: 'info', event: 'request', ...fields });
const shown = (text: string) => stripVTControlCharacters(readable(text) ?? '');

it('tells a request in a few words', () => {
  const fields = { endpoint: 'GET /data_source/', status: 200, duration_ms: 3.14, store_calls: 1 };
  expect(shown(line(fields))).toMatch(/^200 {2}GET \/data_source\/ +3\.1 ms {2}1 store call$/);
  expect(shown(line({ ...fields, status: 400, code: 'invalid' }))).toMatch(/^400 .* invalid$/);
});

it('leaves out the authorizer, and leaves faults and whatever is no log line as they are', () => {
  expect(readable(line({ endpoint: 'authorizer', event: 'allow' }))).toBeUndefined();
  const fault = line({ level: 'error', endpoint: 'GET /data_source/', error_name: 'TypeError' });
  for (const text of [fault, 'DynamoDB has died', '{"level":', '']) expect(readable(text)).toBe(text);
});
