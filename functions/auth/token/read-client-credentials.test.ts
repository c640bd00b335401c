import { describe, expect, it } from 'vitest';
import { serviceError } from '#shared/errors/errors.ts';
import { readClientCredentials as read } from './read-client-credentials.ts';
import type { TokenRequest } from './token.ts';

const form = (sent: Partial<TokenRequest>) => sent as TokenRequest;
const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;
const readCredentials = (authorization: string[], sent: TokenRequest) =>
  read(authorization, sent, serviceError);
const body = form({ client_id: 'id', client_secret: 'secret' });
const differentCredentials =
  'must have the same client credentials in the body as in the header';
const twoHeaders = 'must have at most one Basic Authorization header';

describe('the credentials of a client', () => {
  it('are read from the body, even if a bearer token is sent', () => {
    expect(readCredentials([], body)).toMatchObject({
      client_id: 'id',
      client_secret: 'secret',
    });
    expect(readCredentials(['Bearer x'], body)).toMatchObject({
      client_id: 'id',
      client_secret: 'secret',
    });
  });

  it('are read from the header and form-decoded', () => {
    expect(readCredentials([basic('a%3Ab+c:d%25:e')], form({}))).toMatchObject({
      client_id: 'a:b c',
      client_secret: 'd%:e',
    });
    expect(
      readCredentials(
        [basic('id:secret').replace('Basic', 'bAsIC')],
        form({ client_id: 'id' }),
      ),
    ).toMatchObject({ client_id: 'id' });
  });

  it('need no secret, which public clients do not have', () => {
    const credentials = readCredentials([], form({ client_id: 'id' }));
    expect(credentials).toMatchObject({ client_id: 'id', client_secret: undefined });
  });

  it('can be in both header and body if they are identical', () => {
    expect(readCredentials([basic('id:secret')], body)).toMatchObject(body);
  });

  it.each<[string, string[], TokenRequest, string]>([
    [
      'with different secrets in header and body',
      [basic('id:other')],
      body,
      differentCredentials,
    ],
    [
      'of different clients in header and body',
      [basic('id:secret')],
      form({ client_id: 'other' }),
      differentCredentials,
    ],
    ['in two headers', [basic('id:secret'), basic('id:secret')], form({}), twoHeaders],
  ])('%s fail the validation', (_, headers, sent, message) => {
    expect(() => readCredentials(headers, sent)).toThrow(
      expect.objectContaining({
        code: 'validation_failed',
        failures: { __all__: [message] },
      }),
    );
  });

  it.each<[string, string[], TokenRequest, boolean]>([
    ['that are missing', [], form({}), false],
    ['without an id', [], form({ client_secret: 'secret' }), false],
    ['in a header that is not base64', ['Basic §'], form({}), true],
    ['in a header without a colon', [basic('id')], form({}), true],
    ['in a header with broken encoding', [basic('id:%zz')], form({}), true],
  ])(
    '%s are rejected, with a challenge only if the header was used',
    (_, headers, sent, hasChallenge) => {
      try {
        readCredentials(headers, sent);
        expect.unreachable();
      } catch (error) {
        expect(error).toMatchObject({ code: 'invalid_client' });
        expect('WWW-Authenticate' in (error as { headers: object }).headers).toBe(
          hasChallenge,
        );
      }
    },
  );
});
