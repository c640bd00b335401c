import { afterAll } from 'vitest';
import { testAccessibility } from './accessibility.ts';
import { testAccount } from './account.ts';
import { launchBrowser } from './chromium.ts';
import { testDocumentation } from './documentation.ts';
import { testMissingBrowser } from './missing-browser.ts';
import { testTypedClient } from './typed-client.ts';

// All share one browser and one process, because each process loads Playwright.
const browser = await launchBrowser();
afterAll(() => browser.close());

testDocumentation(browser);
testAccessibility(browser);
testAccount(browser);
testTypedClient(browser);
testMissingBrowser();
