import { expect, it } from 'vitest';
import { explainStartError } from './run-local.ts';

it.each([
  { code: 'EADDRNOTAVAIL', address: '192.0.2.1', hint: /see --host/ },
  // The address of a store is not an option.
  { code: 'EADDRNOTAVAIL', address: '127.3.4.5', hint: /^listen EADDRNOTAVAIL$/ },
  { code: 'EACCES', address: '192.0.2.1', port: 443, hint: /another one with --port/ },
  { code: 'EACCES', address: '192.0.2.1', port: 4000, hint: /^listen EACCES$/ },
  { code: 'EACCES', hint: /^listen EACCES$/ },
])(
  'says of $code at $address and port $port only what helps',
  async ({ hint, ...given }) => {
    const error = Object.assign(new Error(`listen ${given.code}`), given);
    const options = { folder: '.local', memory: true, host: '192.0.2.1' };
    const explained = await explainStartError(error, options);
    expect(explained).toMatchObject({ message: expect.stringMatching(hint) });
  },
);
