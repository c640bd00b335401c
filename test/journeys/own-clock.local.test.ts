import { afterAll } from 'vitest';
import { newOperator } from '#kit/operator.ts';
import { testBrowsers } from './own-clock/browsers.ts';
import { testClientRateLimits } from './own-clock/client-rate-limits.ts';
import { testEmailChange } from './own-clock/email-change.ts';
import { testErasure } from './own-clock/erasure.ts';
import { testForgottenPassword } from './own-clock/forgotten-password.ts';
import { testInvitation } from './own-clock/invitation.ts';
import { testLifetimes } from './own-clock/lifetimes.ts';
import { testMailSecurity } from './own-clock/mail-security.ts';
import { testRateLimits } from './own-clock/rate-limits.ts';
import { startTimedService } from './own-clock/service.ts';
import { testSignUp } from './own-clock/sign-up.ts';

const disposables = new AsyncDisposableStack();
afterAll(() => disposables.disposeAsync());

// All share one service, because each service starts its own threads of functions.
const service = await startTimedService(disposables);
const admin = await newOperator(disposables, service.environment);

testSignUp(service);
// The operator's commands use the clock of the machine. After a test that advances the clock of the
// service by days, their links would have expired.
testInvitation(service, admin);
testForgottenPassword(service);
testEmailChange(service);
testBrowsers(service);
testMailSecurity(service);
testErasure(service);
testRateLimits(service);
testClientRateLimits(service);
testLifetimes(service);
