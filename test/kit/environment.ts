import { inject } from 'vitest';
import { restoreEnvironment } from './process-environment.ts';

// An earlier test file of this process may have used the stores of a service of its own.
restoreEnvironment();
// Fixtures open the stores themselves. As in a function, these read the environment.
Object.assign(process.env, inject('service').environment);
