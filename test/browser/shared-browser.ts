import type { BrowserServer } from 'playwright-core';
import { listen } from '#lib/local/host/listen.ts';

async function launch(disposables: AsyncDisposableStack): Promise<BrowserServer> {
  // Runs without browser tests do not load Playwright.
  const { launchBrowser } = await import('./chromium.ts');
  const browser = await launchBrowser();
  disposables.defer(() => browser.close());
  return browser;
}

/**
 * Returns a URL that responds with the WebSocket endpoint of one browser for all test files. The
 * first request launches it. `disposables` close it.
 */
export async function offerBrowser(disposables: AsyncDisposableStack): Promise<string> {
  let launched: Promise<BrowserServer> | undefined;
  const { url, handleWith } = await listen('127.0.0.1', 0, disposables);

  handleWith((_, response) => {
    launched ??= launch(disposables);
    launched.then(
      (browser) => response.end(browser.wsEndpoint()),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  return url;
}
