import { beforeAll, describe, expect, it } from 'vitest';
import { call } from '#kit/call.ts';
import { newUserToken } from '#kit/fixtures.ts';
import type { Send, SendOptions } from '#kit/send.ts';
import { errorShapeOf } from '#shared/contract/endpoint.ts';
import { askAbout, catalogue, unknownId, withIds } from './ask.ts';
import { goodRequest } from './good-requests.ts';

const withJson = catalogue.filter(({ endpoint }) => endpoint.request?.json);
const withForm = catalogue.filter(({ endpoint }) => endpoint.request?.form);

let owner: string;
beforeAll(async () => {
  owner = await newUserToken();
});

const asOwner: Send = (method, path, options) => call(method, path, { token: owner, ...options });
const ask = askAbout(asOwner);
const sentAs = (type: string, body: NonNullable<SendOptions['body']>) => ({
  body,
  headers: { 'Content-Type': type },
});

/** A text that ends with a byte which is no UTF-8. */
const noUtf8 = (text: string) => Uint8Array.from([...Buffer.from(text), 0xff]);

const deep = (levels: number) => `${'[{"a":'.repeat(levels)}1${'}]'.repeat(levels)}`;

/** An object with further members before its own, of which the last of a name counts. */
function withStray(known: unknown): string {
  const stray =
    '"__proto__":{"polluted":true},"constructor":{"prototype":{}},"id":"x","pk":"USER#x","sk":"y","user_id":"z","_links":{"self":[{"href":"/x","id":"x"}]}';
  const members = JSON.stringify(known).slice(1, -1);
  return `{${[stray, members].filter(Boolean).join()}}`;
}

describe.each(withIds(withJson))('%s, of JSON', (_, entry) => {
  it.each([
    ['not JSON', '{"name": ', 400, 400],
    ['not JSON at all', 'name=x', 400, 400],
    ['not UTF-8', noUtf8('{}'), 400, 400],
    ['a list', '[]', 400, 422],
    ['a text', '"x"', 400, 422],
    ['null', 'null', 400, 422],
    ['deeply nested', deep(5000), 400, 400],
    ['empty', '', 400, 400],
    ['larger than the limit', JSON.stringify({ name: 'x'.repeat(300_000) }), 413, 413],
  ])('refuses a body that is %s (M3, Y2)', async (_name, body, ofMain, ofDiary) => {
    const difference = { item: unknownId, sent: () => sentAs('application/json', body) };
    const { status, text } = await ask(entry, owner, difference);
    expect(status, text).toBe(entry.endpoint.host === 'diary' ? ofDiary : ofMain);
  });

  it('refuses a body of another type (M3, Y2)', async () => {
    const difference = { item: unknownId, sent: () => sentAs('text/plain', '{}') };
    expect((await ask(entry, owner, difference)).status).toBe(415);
  });

  it('ignores members that it does not know, those of prototypes and keys included (M10)', async () => {
    const sent = ({ json }: SendOptions) => sentAs('application/json', withStray(json));
    const answer = await ask(entry, owner, { sent });
    expect(answer.accepted, `${answer.status} ${answer.text}`).toBe(true);
    expect(answer.text).not.toContain('polluted');
  });
});

describe.each(withIds(withForm))('%s, of a form', (_, entry) => {
  const form = 'application/x-www-form-urlencoded';
  // RFC 6749 section 5.2 has one status for all of them.
  const statusOf = (status: number) => (errorShapeOf(entry.endpoint) === 'oauth' ? 400 : status);
  const fieldsOf = ({ form: fields }: SendOptions) =>
    Object.entries(fields as Record<string, string>);

  it.each([
    ['empty', form, '', 400],
    ['not UTF-8', form, noUtf8('form_token='), 400],
    ['larger than the limit', form, `form_token=${'x'.repeat(70_000)}`, 413],
    ['JSON', 'application/json', '{}', 415],
  ])('refuses a body that is %s (M3, A10)', async (_name, type, body, status) => {
    const answer = await ask(entry, undefined, { sent: () => sentAs(type, body) });
    expect(answer.status, answer.text).toBe(statusOf(status));
  });

  it('refuses a field that is sent twice (RFC 6749 section 3.2)', async () => {
    const sent = (good: SendOptions) => ({ form: [...fieldsOf(good), ...fieldsOf(good)] });
    expect((await ask(entry, undefined, { sent })).status).toBe(400);
  });

  it('refuses each field in bytes that are no UTF-8 (M12)', async () => {
    const good = await goodRequest(entry, asOwner);
    for (const [unreadable] of fieldsOf(good)) {
      const others = fieldsOf(good).filter(([name]) => name !== unreadable);
      const body = `${new URLSearchParams(others)}&${unreadable}=x%FF`;
      const { status, text } = await ask(entry, undefined, { sent: () => sentAs(form, body) });
      expect(status, `${unreadable}: ${text}`).toBe(400);
    }
  });

  it('ignores fields that it does not know (M10)', async () => {
    const stray: [string, string][] = [
      ['utm_source', 'x'],
      ['user_id', 'x'],
      ['a[b]', 'c'],
      ['constructor', 'x'],
      ['__proto__', 'x'],
    ];
    const answer = await ask(entry, undefined, {
      sent: (good) => ({ form: [...fieldsOf(good), ...stray] }),
    });
    expect(answer.accepted, `${answer.status} ${answer.text}`).toBe(true);
  });
});
