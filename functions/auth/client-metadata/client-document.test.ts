import { describe, expect, it } from 'vitest';
import { failure, success } from '#shared/runtime/result.ts';
import { parseClientDocument } from './client-document.ts';

const client_id = 'https://agent.example/oauth/client.json';
const valid = {
  client_id,
  client_name: 'Training coach',
  redirect_uris: ['http://127.0.0.1/callback', 'https://agent.example/callback'],
};

const parse = (members: object | string) =>
  parseClientDocument(
    typeof members === 'string' ? members : JSON.stringify(members),
    client_id,
  );

describe('a metadata document', () => {
  it('describes a client by its name, its redirect URIs and the pages on its own host', () => {
    const document = {
      ...valid,
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      scope: 'read',
      logo_uri: 'https://agent.example/logo.png',
      client_uri: 'https://agent.example/about',
      policy_uri: 'https://bank.example/privacy',
      jwks: { keys: [{ kty: 'EC', crv: 'P-256', x: 'x', y: 'y' }] },
    };
    expect(parse(document)).toEqual(
      success({
        client_id,
        name: 'Training coach',
        redirect_uris: valid.redirect_uris,
        client_uri: 'https://agent.example/about',
      }),
    );
  });

  it.each([
    [undefined, 'agent.example'],
    ['', 'agent.example'],
    ['\u200b', 'agent.example'],
    [' \u2800 ', 'agent.example'],
    ['Fit\u202egro', 'Fitgro'],
    ['Two\nlines', 'Two lines'],
    ['x'.repeat(101), 'x'.repeat(100)],
  ])('with the name %j is shown as %j', (client_name, name) => {
    const parsed = parse({ ...valid, client_name });
    expect(parsed).toMatchObject({ ok: true, value: { name } });
  });

  it('leads to its host if it names no page there', () => {
    for (const client_uri of [
      undefined,
      'https://bank.example/',
      'http://agent.example',
      7,
    ])
      expect(parse({ ...valid, client_uri })).toMatchObject({
        value: { client_uri: 'https://agent.example/' },
      });
  });

  it('has only redirect URIs that could be registered here', () => {
    const redirect_uris = [
      'vscode://callback',
      'com.example.agent:/callback',
      'http://agent.example/callback',
      'https://agent.example/*',
      'https://agent.example/callback#x',
      'javascript:alert(1)',
    ];
    expect(parse({ ...valid, redirect_uris })).toMatchObject({
      value: { redirect_uris: ['com.example.agent:/callback'] },
    });
  });

  it.each([
    ['', 'no JSON'],
    ['null', 'no object'],
    ['[]', 'no object'],
    [JSON.stringify(valid).slice(0, -1), 'JSON that was cut off'],
    [{ ...valid, client_id: undefined }, 'no client_id'],
    [{ ...valid, client_id: `${client_id}/` }, 'another client_id'],
    [{ ...valid, client_id: 'https://AGENT.example/oauth/client.json' }, 'another case'],
    [{ ...valid, client_id: 'https://agent.example:443/oauth/client.json' }, 'a port'],
    [{ ...valid, redirect_uris: undefined }, 'no redirect_uris'],
    [{ ...valid, redirect_uris: [] }, 'an empty list'],
    [
      { ...valid, redirect_uris: ['http://agent.example/'] },
      'no redirect URI allowed here',
    ],
    [
      { ...valid, redirect_uris: Array(51).fill(valid.redirect_uris[0]) },
      'too many URIs',
    ],
    [{ ...valid, client_secret: 'x' }, 'a secret'],
    [{ ...valid, client_secret_expires_at: 0 }, 'the expiry of a secret'],
    [{ ...valid, token_endpoint_auth_method: 'client_secret_basic' }, 'a secret method'],
    [{ ...valid, token_endpoint_auth_method: 'client_secret_post' }, 'a secret method'],
    [{ ...valid, token_endpoint_auth_method: 'client_secret_jwt' }, 'a secret method'],
    [{ ...valid, token_endpoint_auth_method: 'private_key_jwt' }, 'a key that we ignore'],
    [{ ...valid, jwks: { keys: [{ kty: 'EC', d: 'x' }] } }, 'a private key'],
    [{ ...valid, jwks: { keys: [{ kty: 'oct', k: 'x' }] } }, 'a shared key'],
    [{ ...valid, grant_types: ['client_credentials'] }, 'another grant'],
    [{ ...valid, response_types: ['token'] }, 'another response type'],
  ])('is refused: %j has %s', (members, _why) => {
    expect(parse(members)).toEqual(failure(expect.stringMatching(/^[A-Za-z].*\.$/)));
  });
});
