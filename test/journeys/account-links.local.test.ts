import { afterAll } from 'vitest';
import { testBrowsers } from './account-links/browsers.ts';
import { testEmailChange } from './account-links/email-change.ts';
import { testForgottenPassword } from './account-links/forgotten-password.ts';
import { testLinkSecurity } from './account-links/link-security.ts';
import { startLinkService } from './account-links/link-service.ts';
import { testSignUp } from './account-links/sign-up.ts';

const disposables = new AsyncDisposableStack();
afterAll(() => disposables.disposeAsync());

// All share one service, because each service starts its own threads of functions.
const links = await startLinkService(disposables);

testSignUp(links);
testForgottenPassword(links);
testLinkSecurity(links);
testEmailChange(links);
testBrowsers(links);
