import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { stylesheet, stylesheetDigest } from './stylesheet.ts';

it('states the digest of the stylesheet, without which browsers refuse it', () => {
  expect(stylesheetDigest).toBe(
    `sha256-${createHash('sha256').update(stylesheet).digest('base64')}`,
  );
});
