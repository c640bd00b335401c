import { inject } from 'vitest';

// The stores that fixtures use directly read the environment, as in a function.
Object.assign(process.env, inject('service').environment);
