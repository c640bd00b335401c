import { describe, expect, inject, it } from 'vitest';
import { callHandler } from '#kit/call-handler.ts';
import { remoteConnectionTypes } from '#shared/reference-data/remote-connection-types.data.ts';

function open(type: string, language = '') {
  const { id } = remoteConnectionTypes.find((known) => known.type === type) ?? {
    id: type,
  };
  const headers = { 'Accept-Language': language };
  return callHandler('GET', `/v7.1/remoteconnectiontype/${id}/connect/`, { headers });
}

describe('GET /remoteconnectiontype/{id}/connect/', () => {
  it.each([
    ['garmin', 'This service cannot import from Garmin Connect yet'],
    ['fatsecret', 'This service cannot import from FatSecret yet'],
    ['apple_health', 'Its data can come only from an app on your phone'],
    ['hevy', 'connects with an API key, which this service does not support'],
    ['fitbit', 'Fitbit no longer accepts new connections'],
    ['peloton', 'has no API to connect to'],
  ])('says why %s cannot be connected', async (type, reason) => {
    const { status, text, headers } = await open(type);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text).toContain('cannot be connected</h1>');
    expect(text).toContain(reason);
  });

  it('leads to the authorization host with the parameters of the application', async () => {
    const query = new URLSearchParams({
      client_id: 'a',
      redirect_uri: 'https://app.example/',
      state: 'x y',
    });
    const { status, headers } = await callHandler(
      'GET',
      `/v7.1/remoteconnectiontype/7/connect/?${query}&other=1`,
    );
    const location = new URL(headers.get('location') ?? '');
    expect([status, location.origin + location.pathname]).toEqual([
      303,
      `${inject('service').urls.auth}/v7.1/connect/`,
    ]);
    expect(Object.fromEntries(location.searchParams)).toEqual({
      type: 'strava',
      ...Object.fromEntries(query),
    });
  });

  it('says why in the language of the browser', async () => {
    const { text } = await open('fitbit', 'de-AT, en;q=0.5');
    expect(text).toContain('<html lang="de">');
    expect(text).toContain('Fitbit kann nicht verbunden werden</h1>');
    expect(text).toContain('Fitbit nimmt keine neuen Verbindungen mehr an.');
  });

  it('shows a page for an unknown type', async () => {
    const { status, text, headers } = await open('9999');
    expect(status).toBe(404);
    expect(headers.get('content-type')).toContain('text/html');
    expect(text).toContain('Page not found');
  });
});
