import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { baseStylesheet, stylesheet, stylesheetDigests } from './stylesheet.ts';

it('has the digests of the stylesheets, without which browsers reject them', () => {
  const digests = [baseStylesheet, stylesheet].map(
    (styles) => `sha256-${createHash('sha256').update(styles).digest('base64')}`,
  );
  expect(stylesheetDigests).toEqual(digests);
});
