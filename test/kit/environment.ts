import { inject, vi } from 'vitest';
import { restoreEnvironment } from './process-environment.ts';
import type { SharedService } from './provided-context.ts';

// A run whose tests use no service has none.
const service: SharedService | undefined = inject('service');
// An earlier test file of this process may have used the stores of a service of its own, or have
// moved the clock.
restoreEnvironment();
vi.useRealTimers();
// Fixtures and handlers in this process open the stores, which read the environment.
Object.assign(process.env, service?.environment);

if (service?.environment.AWS_ENDPOINT_URL_DYNAMODB !== undefined) {
  const { skipSignatures } = await import('./skip-signatures.ts');
  skipSignatures();
}
