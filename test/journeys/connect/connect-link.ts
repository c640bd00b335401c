import { describe, expect, it } from 'vitest';
import { newClient } from '#kit/fixtures.ts';
import type { ConnectService } from './connect-service.ts';

/** Tests what protects the link that starts to connect an account. */
export function testConnectLink(journey: ConnectService): void {
  const { newBrowser, newSignedInVisitor, openConnectLink } = journey;

  describe('the connect link', () => {
    it.each([
      [
        'an unknown application',
        { client_id: 'nobody', redirect_uri: 'https://a.example/' },
      ],
      ['a redirect URI without an application', { redirect_uri: 'https://a.example/' }],
    ])('is rejected with %s, and redirects nowhere', async (_, query) => {
      const visitor = newBrowser();
      const { status } = await openConnectLink(visitor, `?${new URLSearchParams(query)}`);
      expect([status, visitor.hasLeft()]).toEqual([400, false]);
    });

    it('is rejected with a redirect URI that is not registered', async () => {
      const { client_id } = await newClient();
      const visitor = newBrowser();
      const query = new URLSearchParams({
        client_id,
        redirect_uri: 'https://evil.example/',
      });
      const { status } = await openConnectLink(visitor, `?${query}`);
      expect([status, visitor.hasLeft()]).toEqual([400, false]);
    });

    it('leads to a page that rejects a forged form', async () => {
      const { visitor } = await newSignedInVisitor();
      await openConnectLink(visitor);
      const { status } = await visitor.submit({
        decision: 'continue',
        form_token: 'forged',
      });
      expect([status, visitor.hasLeft()]).toEqual([403, false]);
    });
  });
}
