import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { stylesheet, stylesheetDigest } from './stylesheet.ts';

it('has the digest of the stylesheet, without which browsers reject it', () => {
  expect(stylesheetDigest).toBe(
    `sha256-${createHash('sha256').update(stylesheet).digest('base64')}`,
  );
});
