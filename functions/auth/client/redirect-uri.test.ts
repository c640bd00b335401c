import { describe, expect, it } from 'vitest';
import {
  addQueryParameters,
  findRedirectUriProblem,
  isRegisteredRedirectUri,
  removeResponseParameters,
} from './redirect-uri.ts';

describe('a redirect URI', () => {
  it.each([
    'https://app.example/callback',
    'https://app.example/callback?tenant=1',
    'https://app.example',
    'https://app.example/callback?to=/../%2e',
    'http://127.0.0.1/callback',
    'http://127.0.0.1:51004/callback',
    'http://[::1]/callback',
    'http://localhost:3000/callback',
  ])('%s can be registered', (uri) => {
    expect(findRedirectUriProblem(uri, false)).toBeUndefined();
  });

  it.each([
    ['/callback', 'absolute'],
    ['', 'absolute'],
    ['https://app.example/a b', 'absolute'],
    ['https://app.example/\u00e9', 'absolute'],
    ['https://app.example/#', 'fragment'],
    ['https://*.app.example/', 'wildcard'],
    ['https://user:word@app.example/', 'password'],
    ['https://app.example/?state=1', 'parameter state'],
    ['http://app.example/callback', 'https'],
    ['http://127.0.0.1.evil.example/callback', 'https'],
    ['http://127.1/callback', 'https'],
    ['http://0/callback', 'https'],
    ['com.example.app:/callback', 'native'],
    ['https://app.example/../callback', 'normalized: https://app.example/callback'],
    ['https://app.example/x/%2E%2e/callback', 'normalized: https://app.example/callback'],
    ['https://app.example\\callback', 'normalized: https://app.example/callback'],
    ['https://App.example:443/', 'normalized: https://app.example/'],
  ])('%s cannot be registered', (uri, reason) => {
    expect(findRedirectUriProblem(uri, false)).toContain(reason);
  });

  it('of a native client can have a private-use scheme with a dot', () => {
    expect(findRedirectUriProblem('com.example.app:/callback', true)).toBeUndefined();
    for (const uri of [
      'myapp:/callback',
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///x',
    ])
      expect(findRedirectUriProblem(uri, true), uri).toContain('dot');
    expect(findRedirectUriProblem('com.example.app:/x/../callback', true)).toContain(
      'must be normalized',
    );
  });

  const newClient = (native: boolean, ...redirect_uris: string[]) => ({
    native,
    redirect_uris,
  });

  it('must equal a registered redirect URI, character for character', () => {
    const client = newClient(
      false,
      'https://app.example/callback',
      'http://127.0.0.1/callback',
    );
    expect(isRegisteredRedirectUri('https://app.example/callback', client)).toBe(true);
    for (const uri of [
      'https://app.example/callback/',
      'https://app.example/Callback',
      'https://APP.example/callback',
      'https://app.example:443/callback',
      'https://app.example/callback?x=1',
      'https://app.example/x/../callback',
      'http://127.0.0.1:51004/callback',
    ])
      expect(isRegisteredRedirectUri(uri, client), uri).toBe(false);
  });

  it('of a native client can have any loopback port', () => {
    const client = newClient(
      true,
      'http://127.0.0.1/callback',
      'http://[::1]:1/callback',
    );
    expect(isRegisteredRedirectUri('http://127.0.0.1:51004/callback', client)).toBe(true);
    expect(isRegisteredRedirectUri('http://[::1]/callback', client)).toBe(true);
    for (const uri of [
      'http://127.0.0.1:51004/other',
      'http://127.0.0.1:51004/callback?x=1',
      'http://localhost:51004/callback',
      'HTTP://127.0.0.1:51004/callback',
      'http://127.0.0.1:99999/callback',
      'http://127.0.0.1.evil.example/callback',
      'http://127.0.0.1:1@evil.example/callback',
      'http://127.1/callback',
    ])
      expect(isRegisteredRedirectUri(uri, client), uri).toBe(false);
  });

  it('gets the response parameters after its own query', () => {
    const response = { code: 'x', state: 'a b&c', iss: undefined };
    expect(addQueryParameters('https://a.example/', response)).toBe(
      'https://a.example/?code=x&state=a%20b%26c',
    );
    expect(addQueryParameters('https://a.example/?', response)).toBe(
      'https://a.example/?code=x&state=a%20b%26c',
    );
    expect(addQueryParameters('https://a.example/?t=%2f', response)).toBe(
      'https://a.example/?t=%2f&code=x&state=a%20b%26c',
    );
  });

  it.each(['https://a.example/', 'https://a.example/?t=%2f', 'com.example.app:/cb'])(
    '%s is unchanged after the response parameters are removed',
    (uri) => {
      expect(removeResponseParameters(uri)).toBe(uri);
      expect(
        removeResponseParameters(
          addQueryParameters(uri, { code: 'x', state: 'y', iss: 'z' }),
        ),
      ).toBe(uri);
    },
  );
});
