import { expect, it } from 'vitest';
import { discoverEndpoints } from '../../endpoints.ts';
import { hostNames } from '../reference/labels.ts';
import { buildReference } from '../reference/reference.ts';
import { buildOpenApi } from './openapi.ts';
import { localUrls } from './servers.ts';

const reference = buildReference(await discoverEndpoints());

/** Lists the descriptions in a value, at any depth. They are Markdown. */
function listDescriptions(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === 'description' && typeof member === 'string'
      ? [member]
      : listDescriptions(member),
  );
}

it.each(hostNames)(
  'no description of the %s document has HTML, which readers would not see',
  (host) => {
    const document = buildOpenApi(host, reference, localUrls);
    const descriptions = listDescriptions(document);
    const withoutCode = descriptions.map((text) => text.replaceAll(/`[^`]*`/g, ''));
    expect(withoutCode.length).toBeGreaterThan(5);
    expect(withoutCode.filter((text) => /<[a-z/!]/i.test(text))).toEqual([]);
  },
);
