import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

/**
 * Starts the browser that comes with the npm package. The package's own arguments are for life inside a function: one
 * process, which ends with its first page, and no web security, which is what these tests are about. It finds no host
 * of a name, so that nothing leaves the machine.
 */
export async function launchBrowser(): Promise<Browser> {
  return playwright.launch({
    executablePath: await chromium.executablePath(),
    args: ['--no-sandbox', '--host-resolver-rules=MAP *.example ~NOTFOUND'],
  });
}
