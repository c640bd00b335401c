import { beforeAll, describe, expect, it } from 'vitest';
import { call } from '#kit/call.ts';
import { newUserToken } from '#kit/fixtures.ts';
import type { Send, SendOptions } from '#kit/send.ts';
import { getErrorShape } from '#shared/contract/endpoint.ts';
import { unknownId } from './endpoint-path.ts';
import { createEndpointSender, endpoints, withIds } from './endpoint-requests.ts';
import { buildValidRequest } from './valid-requests.ts';

const withJson = endpoints.filter(({ endpoint }) => endpoint.request?.json);
const withForm = endpoints.filter(({ endpoint }) => endpoint.request?.form);

let owner: string;
beforeAll(async () => {
  owner = await newUserToken();
});

const asOwner: Send = (method, path, options) =>
  call(method, path, { token: owner, ...options });
const sendTo = createEndpointSender(asOwner);
const buildContent = (type: string, body: NonNullable<SendOptions['body']>) => ({
  body,
  headers: { 'Content-Type': type },
});

/** Appends a byte that is not valid in UTF-8. */
const toInvalidUtf8 = (text: string) => Uint8Array.from([...Buffer.from(text), 0xff]);

const nest = (levels: number) => `${'[{"a":'.repeat(levels)}1${'}]'.repeat(levels)}`;

/** Adds unknown members before those of an object, of which the last of a name counts. */
function addUnknownMembers(known: unknown): string {
  const unknown =
    '"__proto__":{"polluted":true},"constructor":{"prototype":{}},"id":"x","pk":"USER#x","sk":"y","user_id":"z","_links":{"self":[{"href":"/x","id":"x"}]}';
  const members = JSON.stringify(known).slice(1, -1);
  return `{${[unknown, members].filter(Boolean).join()}}`;
}

describe.each(withIds(withJson))('%s, an endpoint with a JSON body,', (_, entry) => {
  it.each([
    ['truncated', '{"name": ', 400, 400],
    ['not JSON', 'name=x', 400, 400],
    ['not UTF-8', toInvalidUtf8('{}'), 400, 400],
    ['an array', '[]', 400, 422],
    ['a string', '"x"', 400, 422],
    ['null', 'null', 400, 422],
    ['deeply nested', nest(5000), 400, 400],
    ['empty', '', 400, 400],
    ['too large', JSON.stringify({ name: 'x'.repeat(300_000) }), 413, 413],
  ])('rejects a body that is %s (M3, Y2)', async (_name, body, ofMain, ofDiary) => {
    const change = () => buildContent('application/json', body);
    const { status, text } = await sendTo(entry, owner, { item: unknownId, change });
    expect(status, text).toBe(entry.endpoint.host === 'diary' ? ofDiary : ofMain);
  });

  it('rejects a body of another media type (M3, Y2)', async () => {
    const change = () => buildContent('text/plain', '{}');
    expect((await sendTo(entry, owner, { item: unknownId, change })).status).toBe(415);
  });

  it('accepts the other media types of JSON, and a byte order mark (M17)', async () => {
    const isPatch = entry.endpoint.method === 'PATCH';
    const types = [
      'application/hal+json',
      ...(isPatch ? ['application/merge-patch+json'] : []),
    ];
    for (const type of types) {
      const change = ({ json }: SendOptions) =>
        buildContent(type, `\ufeff${JSON.stringify(json)}`);
      const response = await sendTo(entry, owner, { change });
      expect(response.isAccepted, `${response.status} ${response.text}`).toBe(true);
    }
  });

  it('ignores unknown members, including `__proto__` and the keys of the table (M10)', async () => {
    const change = ({ json }: SendOptions) =>
      buildContent('application/json', addUnknownMembers(json));
    const response = await sendTo(entry, owner, { change });
    expect(response.isAccepted, `${response.status} ${response.text}`).toBe(true);
    expect(response.text).not.toContain('polluted');
  });
});

describe.each(withIds(withForm))('%s, an endpoint with a form,', (_, entry) => {
  const form = 'application/x-www-form-urlencoded';
  // RFC 6749 section 5.2 has one status for all errors.
  const toStatus = (status: number) =>
    getErrorShape(entry.endpoint) === 'oauth' ? 400 : status;
  const listFields = ({ form: fields }: SendOptions) =>
    Object.entries(fields as Record<string, string>);

  it.each([
    ['empty', form, '', 400],
    ['not UTF-8', form, toInvalidUtf8('form_token='), 400],
    ['too large', form, `form_token=${'x'.repeat(70_000)}`, 413],
    ['JSON', 'application/json', '{}', 415],
  ])('rejects a body that is %s (M3, A10)', async (_name, type, body, status) => {
    const change = () => buildContent(type, body);
    const response = await sendTo(entry, undefined, { item: unknownId, change });
    expect(response.status, response.text).toBe(toStatus(status));
  });

  it('rejects a repeated field (RFC 6749 section 3.2)', async () => {
    const change = (valid: SendOptions) => {
      const fields = listFields(valid);
      return { form: [...fields, ...fields] };
    };
    expect((await sendTo(entry, undefined, { item: unknownId, change })).status).toBe(
      400,
    );
  });

  it('rejects any field that is not UTF-8 (M12)', async () => {
    const fields = listFields(await buildValidRequest(entry, asOwner));
    for (const [notUtf8] of fields) {
      const others = fields.filter(([name]) => name !== notUtf8);
      const body = `${new URLSearchParams(others)}&${notUtf8}=x%FF`;
      const change = () => buildContent(form, body);
      const { status, text } = await sendTo(entry, undefined, {
        item: unknownId,
        change,
      });
      expect(status, `${notUtf8}: ${text}`).toBe(400);
    }
  });

  it('ignores unknown fields (M10)', async () => {
    const unknown: [string, string][] = [
      ['utm_source', 'x'],
      ['user_id', 'x'],
      ['a[b]', 'c'],
      ['constructor', 'x'],
      ['__proto__', 'x'],
    ];
    const change = (valid: SendOptions) => ({ form: [...listFields(valid), ...unknown] });
    const response = await sendTo(entry, undefined, { change });
    expect(response.isAccepted, `${response.status} ${response.text}`).toBe(true);
  });
});
