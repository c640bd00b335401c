import {
  type Browser,
  type LaunchOptions,
  chromium as playwright,
} from 'playwright-core';
import { isPackaged, unpackChromium } from './packaged-chromium.ts';

/**
 * Time limit of a step in ms. It only ends steps that hang, long before the limit of a test, so a
 * failure names the step.
 */
export const stepTimeout = 60_000;

/** The browsers of other platforms, in the order in which they are tried. */
const installedBrowsers: readonly LaunchOptions[] = [
  { channel: 'chrome' },
  { channel: 'msedge' },
  { executablePath: '/usr/bin/chromium' },
  { executablePath: '/usr/bin/chromium-browser' },
];

/** Returns whether Playwright could not launch a browser because it is not installed. */
const isMissing = (error: unknown) =>
  error instanceof Error &&
  /is not found at|executable doesn't exist|is not supported on/i.test(error.message);

/**
 * Launches the first of some browsers that is installed. Throws an error that says what to install
 * if none is.
 */
export async function launchFirst(browsers: readonly LaunchOptions[]): Promise<Browser> {
  for (const browser of browsers) {
    try {
      return await playwright.launch({
        ...browser,
        timeout: stepTimeout,
        // Hosts of examples are not found, so that nothing leaves the machine.
        args: ['--no-sandbox', '--host-resolver-rules=MAP *.example ~NOTFOUND'],
      });
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  throw new Error(
    'The browser tests need Google Chrome or Microsoft Edge: install one of them.',
  );
}

let browser: Promise<Browser> | undefined;

/**
 * Returns the browser of this process, which ends with it: the Chromium of the npm package, or on
 * other platforms than Linux on x64 an installed browser. Processes do not share a browser: that
 * would cost more, because Playwright would send every message through another process.
 */
export function openBrowser(): Promise<Browser> {
  browser ??= launchBrowser();
  return browser;
}

async function launchBrowser(): Promise<Browser> {
  return launchFirst(
    isPackaged ? [{ executablePath: await unpackChromium() }] : installedBrowsers,
  );
}
