import { describe, expect, it } from 'vitest';
import { dataSourceKeys } from '#functions/main/data-source/data-source.keys.ts';
import { call } from '#kit/call.ts';
import {
  type DataSourceBody,
  getDataSourceId,
  listNames,
  watch,
} from '#kit/data-sources.ts';
import { issueUserToken, newPerson, newUserToken } from '#kit/fixtures.ts';
import { buildImageForm, cover, tinyImage, type UploadedImage } from '#kit/images.ts';
import { newMeter } from '#shared/runtime/log.ts';
import { openTable } from '#shared/table/table.ts';

const headers = { 'Idempotency-Key': 'key' };
const replayHeader = 'idempotency-replayed';

function postDataSource(token: string, name: string, keyHeaders = headers) {
  const json = { name, _embedded: { device: [watch] } };
  return call<DataSourceBody>('POST', '/v7.1/data_source/', {
    token,
    json,
    headers: keyHeaders,
  });
}

function postImage(token: string, data: unknown = cover, image = tinyImage) {
  const body = buildImageForm(image, data);
  return call<UploadedImage>('POST', '/v7.1/image/', { token, body, headers });
}

/** Sends as many requests in parallel as two instances of a function serve in three turns. */
function sendInParallel<T>(send: () => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: 6 }, send));
}

describe('an Idempotency-Key of a data source', () => {
  it('creates one for parallel requests, which all get the same response', async () => {
    const token = await newUserToken();
    const responses = await sendInParallel(() => postDataSource(token, 'Watch'));
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(
      1,
    );
    const replayed = responses.filter(
      ({ headers: sent }) => sent.get(replayHeader) === 'true',
    );
    expect(replayed).toHaveLength(5);
    expect(await listNames(token)).toEqual(['Watch']);

    const { body } = await call<{ id: string }>('GET', '/v7.1/user/self/', { token });
    const count = await openTable(newMeter()).get(
      dataSourceKeys.dataSourceCount(body.id),
    );
    expect(count).toMatchObject({ active: 1, total: 1 });
  });

  it('returns the first response after a change', async () => {
    const token = await newUserToken();
    const first = await postDataSource(token, 'Watch');
    const path = first.body._links.self[0].href;
    await call('PUT', path, { token, json: { name: 'Other', active: false } });
    const retry = await postDataSource(token, 'Watch');
    expect([retry.status, retry.text]).toEqual([201, first.text]);
    expect(retry.headers.get('location')).toBe(first.headers.get('location'));
    expect(await listNames(token)).toEqual([]);
  });

  it('is rejected with another body, and belongs to one user', async () => {
    const token = await newUserToken();
    const first = await postDataSource(token, 'Watch');
    const reuse = await postDataSource(token, 'Other');
    expect(reuse).toMatchObject({ status: 422, body: { errors: [expect.any(String)] } });
    const stranger = await postDataSource(await newUserToken(), 'Watch');
    expect(getDataSourceId(stranger)).not.toBe(getDataSourceId(first));
    expect(stranger.headers.get(replayHeader)).toBeNull();
    expect((await postDataSource(token, 'Watch', { 'Idempotency-Key': '' })).status).toBe(
      400,
    );
  });
});

describe('an Idempotency-Key of an image', () => {
  it('creates one for parallel requests, and is rejected with another body', async () => {
    const token = await newUserToken();
    const responses = await sendInParallel(() => postImage(token));
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(
      1,
    );
    expect(responses[0]?.status).toBe(201);
    expect((await postImage(token, { ...cover, index: 1 })).status).toBe(422);
    // Software ignores what follows the end of a GIF, but it is another file.
    const otherImage = Uint8Array.from([...tinyImage, 0]);
    expect((await postImage(token, cover, otherImage)).status).toBe(422);
  });

  it('is unused after a request without the scope, which stores nothing', async () => {
    const person = await newPerson();
    const reader = await issueUserToken(person, undefined, 'diary.read');
    expect((await postImage(reader)).status).toBe(403);
    const writer = await issueUserToken(person, undefined, 'images.write');
    const upload = await postImage(writer);
    expect([upload.status, upload.headers.get(replayHeader)]).toEqual([201, null]);
  });
});
