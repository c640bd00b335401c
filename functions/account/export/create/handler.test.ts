import { describe, expect, it } from 'vitest';
import { accountKeys } from '#functions/account/account.keys.ts';
import { callHandler } from '#kit/call-handler.ts';
import { issueClientToken, issueUserToken, newPerson, table } from '#kit/fixtures.ts';
import type { CollectionBody } from '#kit/reference-data.ts';
import { openDataKeys } from '#shared/encryption/data-keys.ts';
import { newId } from '#shared/runtime/ids.ts';
import { exists } from '#shared/table/condition.ts';
import * as dataExports from '../data-export.store.ts';
import type { ExportAsker } from '../data-export.ts';

const path = '/v7.1/user/self/export/';
const person = { access_generation: 0 };
const hour = 60 * 60 * 1000;

/** Starts exports without a request to work on them, so that they stay queued. */
const startQuietly = (
  user_id: string,
  now = new Date(),
  asked_by: ExportAsker = { grant_id: 'any', client_id: 'any' },
) =>
  dataExports.startExport(
    { table: table(), dataKeys: openDataKeys },
    user_id,
    { id: newId(now), language: 'en', asked_by },
    now,
  );

async function newCaller() {
  const person = await newPerson();
  return { ...person, token: await issueUserToken(person) };
}

const list = (token: string, query = '') =>
  callHandler<CollectionBody<'export', { _links: { self: [{ id: string }] } }>>(
    'GET',
    path + query,
    { token },
  );

describe('POST /user/self/export/', () => {
  it('starts an export that only its user can read, as `self` or by id', async () => {
    const { user_id, token } = await newCaller();
    const { status, headers, body } = await callHandler('POST', path, { token });
    expect(status).toBe(201);
    expect(headers.get('location')).toMatch(
      /^\/v7\.1\/user\/self\/export\/[0-9a-z]{36}\/$/,
    );
    expect(body).toMatchObject({ state: 'queued', failure: null, files_done: 0 });

    const other = await newCaller();
    const own = `/v7.1/user/${user_id}/export/`;
    const foreign = `/v7.1/user/${other.user_id}/export/`;
    const unknown = `/v7.1/user/${newId(new Date())}/export/`;
    expect((await callHandler('GET', own, { token })).status).toBe(200);
    for (const method of ['GET', 'POST'] as const)
      for (const hidden of [foreign, unknown])
        expect((await callHandler(method, hidden, { token })).status).toBe(404);
    const id = headers.get('location')?.split('/').at(-2);
    expect((await callHandler('GET', `${own}${id}/`, { token })).status).toBe(200);
    expect(
      (await callHandler('GET', `${own}${id}/`, { token: other.token })).status,
    ).toBe(404);
  });

  it('returns the same export for a repeated key', async () => {
    const { token } = await newCaller();
    const headers = { 'Idempotency-Key': 'once' };
    const first = await callHandler('POST', path, { token, headers });
    const second = await callHandler('POST', path, { token, headers });
    expect(second.status).toBe(201);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
  });

  it('starts one with a key that was refused before, which is no replay', async () => {
    const { user_id, token } = await newCaller();
    const headers = { 'Idempotency-Key': 'once' };
    await startQuietly(user_id);
    expect((await callHandler('POST', path, { token, headers })).status).toBe(409);
    await table().delete(accountKeys.dataExports(user_id), exists);
    const first = await callHandler('POST', path, { token, headers });
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([
      201,
      null,
    ]);
  });

  it('starts one of many at once, and refuses the others while it runs', async () => {
    const { user_id, token } = await newCaller();
    const starts = await Promise.all(
      Array.from({ length: 10 }, () => startQuietly(user_id)),
    );
    const outcomes = starts.map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === 'started')).toHaveLength(1);

    const { status, text } = await callHandler('POST', path, { token });
    expect(status).toBe(409);
    expect(text).toContain('another export is running; wait until it is done');
  });

  it('refuses a fourth export in a day, and says when the next is possible', async () => {
    const { user_id, token } = await newCaller();
    // An export without progress for hours counts as failed, but it still counts as started. The
    // first of the three is a day old in an hour.
    for (const hoursAgo of [23, 16, 8])
      await startQuietly(user_id, new Date(Date.now() - hoursAgo * hour), person);
    const { status, headers } = await callHandler('POST', path, { token });
    expect(status).toBe(429);
    const seconds = Number(headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(3600);
  });

  it('leaves the last export of a day to the person', async () => {
    const { user_id, token } = await newCaller();
    for (const hoursAgo of [23, 16]) {
      await startQuietly(user_id, new Date(Date.now() - hoursAgo * hour));
    }
    const { status, headers } = await callHandler('POST', path, { token });
    expect(status).toBe(429);
    const seconds = Number(headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(3600);
    expect(await startQuietly(user_id, new Date(), person)).toMatchObject({
      outcome: 'started',
    });
  });

  it('requires a user token with full access', async () => {
    const person = await newPerson();
    const partial = await issueUserToken(person, undefined, 'profile.read diary.read');
    expect((await callHandler('POST', path, { token: partial })).status).toBe(403);
    expect((await callHandler('GET', path, { token: partial })).status).toBe(403);
    const client = await issueClientToken();
    expect((await callHandler('POST', path, { token: client })).status).toBe(403);
    expect((await callHandler('POST', path)).status).toBe(401);
  });
});

describe('GET /user/self/export/', () => {
  it('has pages with links to the next and the previous page', async () => {
    const { user_id, token } = await newCaller();
    // The limits of a day count less than what the list has.
    for (const hoursAgo of [70, 42, 8])
      await startQuietly(user_id, new Date(Date.now() - hoursAgo * hour));
    const { body: all } = await list(token);
    const { body } = await list(token, '?limit=1&offset=1');
    expect(body._embedded.export).toEqual(all._embedded.export.slice(1, 2));
    expect(body.total_count).toBe(3);
    expect(body._links).toEqual({
      self: [{ href: `${path}?limit=1&offset=1` }],
      next: [{ href: `${path}?limit=1&offset=2` }],
      prev: [{ href: `${path}?limit=1&offset=0` }],
      documentation: [{ href: '/v7.1/docs/user/' }],
    });
    // An export without progress for hours counts as failed.
    expect(all._embedded.export).toEqual(
      [1, 2, 3].map(() =>
        expect.objectContaining({ state: 'failed', failure: 'interrupted' }),
      ),
    );
    expect(all._links.self).toEqual([{ href: `${path}?limit=20&offset=0` }]);
  });

  it('rejects a limit that is no number', async () => {
    const { token } = await newCaller();
    expect((await list(token, '?limit=x')).status).toBe(400);
  });
});
