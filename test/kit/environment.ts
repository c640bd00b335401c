import { inject } from 'vitest';

// Fixtures open the stores themselves. As in a function, these read the environment.
Object.assign(process.env, inject('service').environment);
