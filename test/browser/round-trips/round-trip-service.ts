import type { Browser, BrowserContext } from 'playwright-core';
import type { TestPerson } from '#kit/fixtures.ts';
import { startOwnService } from '#kit/own-service.ts';
import { type StandIn, serveStandIns } from '#kit/provider-stand-ins/stand-in.ts';
import { createProviderStandIn } from '#kit/provider-stand-ins/start.ts';
import { type Send, send } from '#kit/send.ts';
import { openLocalTable } from '#lib/admin/target.ts';
import type { LocalService } from '#lib/local/service.ts';
import { startSampleProvider } from '#lib/start/sample-provider.ts';
import { phoneOptions } from '../axe.ts';
import { launchBrowser } from '../chromium.ts';
import { newContext, startBrowserSession } from '../person.ts';

/** A service with two providers, and a browser. */
export interface RoundTripService {
  service: LocalService;
  send: Send;
  /** The log lines of the service. */
  logLines: readonly string[];
  googleHealth: StandIn;
  /** Opens a German phone. */
  openPhone(): Promise<BrowserContext>;
  /** Signs a person in without the sign-in page. */
  startSession(context: BrowserContext, person: TestPerson): Promise<void>;
  /** Returns the URL of a page of the authorization server. */
  toUrl(path: string): string;
}

/** Starts a service whose clock only the tests advance. The fixtures use its stores from now on. */
export async function startRoundTripService(
  disposables: AsyncDisposableStack,
): Promise<RoundTripService> {
  const logLines: string[] = [];
  const googleHealth = createProviderStandIn('google_health', () => service.clock.now());
  // The browser sends the cookies of our pages as it does when a real provider redirects to them.
  const sample = await startSampleProvider('localhost', 0, undefined, disposables);
  const service: LocalService = await startOwnService({
    environment: {
      PROVIDER_GATEWAY: await serveStandIns([googleHealth], disposables),
      ...sample.environment,
    },
    log: (line) => logLines.push(line),
  });
  disposables.defer(() => service.close());
  service.clock.stop();
  await sample.connectTo({
    ...service,
    environment: { ...service.environment, ...sample.environment },
  });
  openLocalTable(service.environment);

  const { urls } = service;
  const browser: Browser = await launchBrowser();
  disposables.defer(() => browser.close());
  return {
    service,
    logLines,
    googleHealth,
    send: (method, path, options) => send(urls, method, path, options),
    openPhone: () => newContext(browser, { locale: 'de', ...phoneOptions }),
    startSession: (context, person) => startBrowserSession(context, urls.auth, person),
    toUrl: (path) => `${urls.auth}/v7.1/oauth2/${path}`,
  };
}
