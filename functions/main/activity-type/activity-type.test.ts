import { expect, it } from 'vitest';
import { buildLinks } from '#shared/hal/links.ts';
import { listActivityTypes } from '#shared/reference-data/activity-types.ts';
import { computeSha256 } from '#shared/runtime/sha256.ts';
import { getTypesTag, present } from './activity-type.ts';

const cdn = 'https://cdn.example';

it('has an entity tag with the digest of what clients see', () => {
  const links = buildLinks('v7.1');
  const seen = listActivityTypes().map((type) => present(type, links, cdn));
  const digest = computeSha256(JSON.stringify(seen)).toString('hex').slice(0, 32);
  expect(getTypesTag('v7.1', cdn)).toMatch(new RegExp(`^W/"${digest}-[\\w-]+"$`));
});

it('has another entity tag for another version, CDN or page', () => {
  const tags = [
    getTypesTag('v7.0', cdn),
    getTypesTag('v7.1', cdn),
    getTypesTag('v7.1', 'https://pictures.example'),
    getTypesTag('v7.1', cdn, { limit: 20, offset: 0 }),
    getTypesTag('v7.1', cdn, { limit: 2, offset: 0 }),
    getTypesTag('v7.1', cdn, { limit: 20, offset: 20 }),
  ];
  expect(new Set(tags).size).toBe(tags.length);
});
