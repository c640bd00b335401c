import { describe, expect, it } from 'vitest';
import { callHandler } from '#kit/call-handler.ts';
import { issueUserToken, newClient, newPerson, type TestClient } from '#kit/fixtures.ts';
import { addRemoteConnection } from '#kit/remote-connections.ts';

describe('a day and a summary', () => {
  const paths = [
    '/v2/diary',
    '/v2/diary?entry_date=2020-02-29',
    '/v2/diary/summary?from=2026-11-01&to=2026-11-20',
  ];
  const incomplete = ['polar', 'strava'].map((remote_connection_type) => ({
    remote_connection_type,
  }));

  /** Returns the bodies that an application gets for a person with these connections. */
  async function read(types: readonly string[], client: TestClient) {
    const person = await newPerson();
    for (const type of types) await addRemoteConnection(person.user_id, { type });
    const token = await issueUserToken(person, client);
    const responses = await Promise.all(
      paths.map((path) => callHandler('GET', path, { host: 'diary', token })),
    );
    return responses.map(({ body }) => body);
  }

  it('name the providers that the application may not see, whatever the day has', async () => {
    const bodies = await read(['strava', 'polar'], await newClient());
    expect(bodies).toEqual(paths.map(() => ({ items: [], incomplete })));
  });

  it('name none if the person has connected none of these, or the application is own', async () => {
    const complete = paths.map(() => ({ items: [] }));
    expect(await read([], await newClient())).toEqual(complete);
    expect(await read(['strava'], await newClient({ own: true }))).toEqual(complete);
  });
});
