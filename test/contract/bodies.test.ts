import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { SendOptions } from '#kit/send.ts';
import { getErrorShape } from '#shared/contract/endpoint.ts';
import { invalidUtf8Value } from '#shared/contract/schema.ts';
import { validate } from '#shared/http/validation.ts';
import { unknownId } from './endpoint-path.ts';
import {
  endpoints,
  newOwner,
  selectOneOfEachKind,
  withIds,
} from './endpoint-requests.ts';
import { buildValidRequest } from './valid-requests.ts';

const withJson = endpoints.filter(({ endpoint }) => endpoint.request?.json);
const withForm = endpoints.filter(({ endpoint }) => endpoint.request?.form);
/** The forms of clients. The tests of our own forms send unknown fields as well. */
const withClientForm = withForm.filter(({ endpoint }) => !endpoint.internal);

const { getToken, send: asOwner, sendTo } = await newOwner();
const buildContent = (type: string, body: NonNullable<SendOptions['body']>) => ({
  body,
  headers: { 'Content-Type': type },
});

/** Appends a byte that is not valid in UTF-8. */
const toInvalidUtf8 = (text: string) => Uint8Array.from([...Buffer.from(text), 0xff]);

const nest = (levels: number) => `${'[{"a":'.repeat(levels)}1${'}]'.repeat(levels)}`;

/** Adds unknown members before those of a body. `JSON.parse` keeps the last member of a name. */
function addUnknownMembers(body: unknown): string {
  const unknown =
    '"__proto__":{"polluted":true},"constructor":{"prototype":{}},"id":"x","pk":"USER#x","sk":"y","user_id":"z","_links":{"self":[{"href":"/x","id":"x"}]}';
  const members = JSON.stringify(body).slice(1, -1);
  return `{${[unknown, members].filter(Boolean).join()}}`;
}

// The pipeline reads the body of each endpoint of a kind in the same way.
const oneWithJson = selectOneOfEachKind(withJson);
const oneWithForm = selectOneOfEachKind(withForm);

describe.each(withIds(oneWithJson))('%s, as every endpoint with JSON,', (_, entry) => {
  // The diary reports a body that is no object as invalid content, the other hosts as malformed.
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
  ])('rejects a body that is %s', async (_name, body, mainStatus, diaryStatus) => {
    const replaceBody = () => buildContent('application/json', body);
    const { status, text } = await sendTo(entry, getToken(entry), {
      item: unknownId,
      replaceBody,
    });
    const isDiary = entry.endpoint.host === 'diary';
    expect(status, text).toBe(isDiary ? diaryStatus : mainStatus);
  });

  it('rejects a body of another media type', async () => {
    const replaceBody = () => buildContent('text/plain', '{}');
    expect(
      (await sendTo(entry, getToken(entry), { item: unknownId, replaceBody })).status,
    ).toBe(415);
  });
});

describe.each(withIds(withJson))('%s, an endpoint with a JSON body,', (_, entry) => {
  it('accepts the other media types of JSON, and a byte order mark', async () => {
    const isPatch = entry.endpoint.method === 'PATCH';
    const types = [
      'application/hal+json',
      ...(isPatch ? ['application/merge-patch+json'] : []),
    ];
    for (const type of types) {
      const replaceBody = ({ json }: SendOptions) =>
        buildContent(type, `\ufeff${JSON.stringify(json)}`);
      (await sendTo(entry, getToken(entry), { replaceBody })).requireAccepted();
    }
  });

  it('ignores unknown members, including `__proto__` and the keys of the table', async () => {
    const replaceBody = ({ json }: SendOptions) =>
      buildContent('application/json', addUnknownMembers(json));
    const response = await sendTo(entry, getToken(entry), { replaceBody });
    response.requireAccepted();
    expect(response.text).not.toContain('polluted');
  });
});

const listFields = ({ form: fields }: SendOptions) =>
  Object.entries(fields as Record<string, string>);

describe.each(withIds(oneWithForm))('%s, as every endpoint with a form,', (_, entry) => {
  const formType = 'application/x-www-form-urlencoded';
  // RFC 6749 section 5.2 has one status for all errors.
  const toExpectedStatus = (status: number) =>
    getErrorShape(entry.endpoint) === 'oauth' ? 400 : status;
  it.each([
    ['empty', formType, '', 400],
    ['not UTF-8', formType, toInvalidUtf8('form_token='), 400],
    ['too large', formType, `form_token=${'x'.repeat(70_000)}`, 413],
    ['JSON', 'application/json', '{}', 415],
  ])('rejects a body that is %s', async (_name, type, body, status) => {
    const replaceBody = () => buildContent(type, body);
    const response = await sendTo(entry, undefined, { item: unknownId, replaceBody });
    expect(response.status, response.text).toBe(toExpectedStatus(status));
  });

  // RFC 6749 section 3.2.
  it('rejects a repeated field', async () => {
    const replaceBody = (valid: SendOptions) => {
      const fields = listFields(valid);
      return { form: [...fields, ...fields] };
    };
    expect(
      (await sendTo(entry, undefined, { item: unknownId, replaceBody })).status,
    ).toBe(400);
  });

  it('rejects a field that is not UTF-8', async () => {
    const fields = listFields(await buildValidRequest(entry, asOwner));
    const [[notUtf8 = ''] = [], ...others] = fields;
    const body = `${new URLSearchParams(others)}&${notUtf8}=x%FF`;
    const replaceBody = () => buildContent(formType, body);
    const { status, text } = await sendTo(entry, undefined, {
      item: unknownId,
      replaceBody,
    });
    expect(status, `${notUtf8}: ${text}`).toBe(400);
  });
});

it.each(withIds(withForm))(
  'the schema of the form of %s rejects each field that is not UTF-8',
  (_, { endpoint }) => {
    const schema = endpoint.request?.form;
    if (!(schema instanceof z.ZodMiniObject)) throw new Error('The form is no object.');
    const names = Object.keys(schema.shape);
    const fields = names.map((name) => [name, invalidUtf8Value]);
    const { failures } = validate({
      body: { schema, value: Object.fromEntries(fields) },
    });
    const problems = names.map((name) => failures[name]);
    expect(problems).toEqual(names.map(() => ['must be valid UTF-8']));
  },
);

describe.each(withIds(withClientForm))('%s, an endpoint with a form,', (_, entry) => {
  it('ignores unknown fields', async () => {
    const unknown: [string, string][] = [
      ['utm_source', 'x'],
      ['user_id', 'x'],
      ['a[b]', 'c'],
      ['constructor', 'x'],
      ['__proto__', 'x'],
    ];
    const replaceBody = (valid: SendOptions) => ({
      form: [...listFields(valid), ...unknown],
    });
    (await sendTo(entry, undefined, { replaceBody })).requireAccepted();
  });
});
