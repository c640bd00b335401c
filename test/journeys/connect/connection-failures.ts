import { describe, expect, it } from 'vitest';
import {
  type ConnectService,
  listConnections,
  newAccount,
  openCallback,
  tokenPath,
} from './connect-service.ts';

/** Tests what people read if their account could not be connected. */
export function testConnectionFailures(journey: ConnectService): void {
  const { provider, call, respondWithAccount, newSignedInVisitor, continueToProvider } =
    journey;

  describe('a person whose account is not connected (R6)', () => {
    it('reads in German what to do if another person has connected the account', async () => {
      respondWithAccount(newAccount());
      const first = await newSignedInVisitor();
      await openCallback(first.visitor, await continueToProvider(first.visitor));
      const { visitor, person } = await newSignedInVisitor();
      const request = await continueToProvider(visitor);
      const callback = new URL(request.searchParams.get('redirect_uri') ?? '');
      callback.search = new URLSearchParams({
        state: request.searchParams.get('state') ?? '',
        code: 'c',
      }).toString();
      const { text } = await call('GET', callback.href, {
        headers: { Cookie: visitor.getCookieHeader(), 'Accept-Language': 'de' },
      });
      expect(text).toContain('mit dem Konto einer anderen Person');
      expect(await listConnections(person)).toEqual([]);
    });

    it.each([
      ['denied access', { error: 'access_denied' }, 'was not allowed at Strava'],
      [
        'deselected a permission',
        { code: 'c', scope: 'read' },
        'leave the permission to read',
      ],
      [
        'got an error of the provider',
        { error: 'server_error' },
        'Error code: server_error',
      ],
      ['got an error with markup', { error: '<script>' }, 'Strava reported an error'],
      ['got neither a code nor an error', {}, 'Strava reported an error'],
    ])('reads what to do after they %s', async (_, response, expected) => {
      const { visitor, person } = await newSignedInVisitor();
      respondWithAccount(newAccount());
      const page = await openCallback(
        visitor,
        await continueToProvider(visitor),
        response,
      );
      expect(page.text).toContain(expected);
      expect(page.text).not.toContain('<script>');
      expect(page.text).toContain('Try again');
      expect(await listConnections(person)).toEqual([]);
    });

    it.each([
      [
        400,
        '{"errors":[{"resource":"AuthorizationCode","field":"","code":"expired"}]}',
        'Request expired',
      ],
      [
        401,
        '{"errors":[{"resource":"Application","field":"","code":"invalid"}]}',
        'does not accept the credentials',
      ],
      [503, 'busy', 'could not be reached'],
      [200, '{"access_token":', 'did not complete the request'],
      [302, '', 'did not complete the request'],
    ])(
      'reads what to do if the token call returns %i %s',
      async (status, body, expected) => {
        const { visitor, person } = await newSignedInVisitor();
        const request = await continueToProvider(visitor);
        provider.setResponse(tokenPath, status, body);
        const page = await openCallback(visitor, request);
        expect(page.text).toContain(expected);
        expect(await listConnections(person)).toEqual([]);
      },
    );
  });
}
