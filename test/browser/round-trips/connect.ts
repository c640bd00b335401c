import { expect, it } from 'vitest';
import { issueUserToken, newClient, newUser } from '#kit/fixtures.ts';
import { listen } from '#lib/local/host/listen.ts';
import { sampleTypeId } from '#lib/start/sample-provider.ts';
import { expectNoViolations } from '../axe.ts';
import { sumImported } from './imported.ts';
import type { RoundTripService } from './round-trip-service.ts';

/**
 * Starts an application whose page links to the connection of an account. It is at another site
 * than the service, so the browser sends cookies as it does between real hosts.
 */
async function startApplication(mainUrl: string, disposables: AsyncDisposableStack) {
  const { url, handleWith } = await listen('localhost', 0, disposables);
  const client = await newClient({ redirect_uris: [`${url}/back`] });
  const { client_id, redirect_uri, name } = client;
  const query = new URLSearchParams({ client_id, redirect_uri, state: 'st' });
  const link = `${mainUrl}/v7.1/remoteconnectiontype/${sampleTypeId}/connect/?${query}`;
  const anchor = `<a href="${link.replaceAll('&', '&amp;')}">Connect</a>`;
  handleWith((_, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(`<!doctype html><title>App</title>${anchor}`);
  });
  return { url, name };
}

/** Tests how a person connects an account from the page of an application. */
export function testConnectingFromApplication(roundTrips: RoundTripService): void {
  const { service, send, openPhone, startSession, toUrl } = roundTrips;

  it('a person connects an account from another site, after an attempt without the permission', async () => {
    await using disposables = new AsyncDisposableStack();
    const application = await startApplication(service.urls.main, disposables);
    const user = await newUser();
    const context = await openPhone();
    await startSession(context, user);
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    const pressButton = (name: string) => page.getByRole('button', { name }).click();

    await page.goto(application.url);
    await page.getByRole('link', { name: 'Connect' }).click();
    await page.getByRole('heading', { name: 'Sample provider verbinden' }).waitFor();
    await page.getByText(application.name).waitFor();
    await expectNoViolations(page, 'de');
    await pressButton('Weiter');
    await page.getByRole('checkbox').uncheck();
    await pressButton('Erlauben');
    await page.getByText('Berechtigung').waitFor();
    await expectNoViolations(page, 'de');

    await page.getByRole('link', { name: 'Erneut versuchen' }).click();
    await pressButton('Weiter');
    await pressButton('Erlauben');
    await page.waitForURL(`${application.url}/back?**`);
    const returned = new URL(page.url()).searchParams;
    expect(returned.get('state')).toBe('st');
    expect(problems.filter((text) => !text.includes('favicon'))).toEqual([]);

    await page.goto(toUrl('account/connections/'));
    await page.getByRole('heading', { name: 'Sample provider' }).waitFor();
    // Each button names the service, for people who hear it alone.
    expect(await page.getByRole('button', { name: 'Sample provider' }).count()).toBe(3);
    await expectNoViolations(page, 'de');
    await context.close();

    const path = `/v7.1/remoteconnection/${returned.get('remote_connection')}/`;
    const token = await issueUserToken(user);
    expect((await send('GET', path, { token })).body).toMatchObject({ type: 'sample' });
    expect(await sumImported(roundTrips, token)).toBeGreaterThan(0);
  });
}
