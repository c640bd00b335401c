import { inject, vi } from 'vitest';
import { restoreEnvironment } from './process-environment.ts';
import { skipSignatures } from './skip-signatures.ts';

const { environment } = inject('service');
// An earlier test file of this process may have used the stores of a service of its own, or have
// moved the clock.
restoreEnvironment();
vi.useRealTimers();
// Fixtures and handlers in this process open the stores, which read the environment.
Object.assign(process.env, environment);

const isLocal = environment.AWS_ENDPOINT_URL_DYNAMODB !== undefined;
if (isLocal) skipSignatures();
