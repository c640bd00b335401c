import { expect, it } from 'vitest';
import { readProviderGateway } from './options.ts';

it.each([
  undefined,
  '',
  'off',
  'direct',
  'http://127.0.0.1:8080',
  'https://stand-in.example/providers',
])('calls providers, or what stands for them, as the environment says: %s (R5)', (text) => {
  expect(readProviderGateway(text)).toBe(text);
});

it.each(['on', 'true', '127.0.0.1:8080', 'http://', 'file:///providers'])(
  'refuses a gateway that nobody can call: %s (R5)',
  (text) => {
    expect(() => readProviderGateway(text)).toThrow(
      `PROVIDER_GATEWAY must be "off", "direct" or an address, as http://127.0.0.1:8080, not ${text}.`,
    );
  },
);
