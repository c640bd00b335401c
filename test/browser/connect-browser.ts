import { type Browser, chromium } from 'playwright-core';
import { inject } from 'vitest';
import { stepTimeout } from './chromium.ts';

/** Connects to the browser of all test files. Closing the connection closes its contexts. */
export async function connectBrowser(): Promise<Browser> {
  const response = await fetch(inject('browser'));
  const text = await response.text();
  if (!response.ok) throw new Error(text);

  return chromium.connect(text, { timeout: stepTimeout });
}
