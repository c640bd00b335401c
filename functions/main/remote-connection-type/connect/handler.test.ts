import { describe, expect, it } from 'vitest';
import { call } from '#kit/call.ts';
import { remoteConnectionTypes } from '#shared/reference-data/remote-connection-types.data.ts';

function open(type: string, language = '') {
  const { id } = remoteConnectionTypes.find((known) => known.type === type) ?? { id: type };
  const headers = { 'Accept-Language': language };
  return call('GET', `/v7.1/remoteconnectiontype/${id}/connect/`, { headers });
}

describe('GET /remoteconnectiontype/{id}/connect/', () => {
  it.each([
    ['garmin', 'its operator has configured no client credentials for it'],
    ['apple_health', 'an application on the phone sends what it records'],
    ['hevy', 'this installation accepts no such keys'],
    ['fitbit', 'Fitbit accepts no new connections any more'],
    ['peloton', 'offers no interface by which an account could be connected'],
  ])('tells a person why %s cannot be connected here', async (type, reason) => {
    const { status, text, headers } = await open(type);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text).toContain('cannot be connected here</h1>');
    expect(text).toContain(reason);
  });

  it('tells it in the language of the reader (A12)', async () => {
    const { text } = await open('fitbit', 'de-AT, en;q=0.5');
    expect(text).toContain('<html lang="de">');
    expect(text).toContain('Fitbit lässt sich hier nicht verbinden</h1>');
    expect(text).toContain('Fitbit nimmt keine neuen Verbindungen mehr an.');
  });

  it('answers an unknown type with a page', async () => {
    const { status, text, headers } = await open('9999');
    expect(status).toBe(404);
    expect(headers.get('content-type')).toContain('text/html');
    expect(text).toContain('There is nothing here');
  });
});
