import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { discoverEndpoints } from '../../endpoints.ts';
import { makeReference } from '../reference.ts';
import { openApi } from './openapi.ts';

const catalogue = await discoverEndpoints();
const description = openApi(makeReference(catalogue));
const text = JSON.stringify(description);

/** What a reference within the description leads to. */
function resolve(reference: string): unknown {
  return reference
    .slice('#/'.length)
    .split('/')
    .reduce<unknown>((value, key) => (value as Record<string, unknown>)?.[key], description);
}

describe('the OpenAPI description', () => {
  it('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(description));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  });

  it('has every endpoint at every version, but for our own pages', () => {
    const forClients = catalogue.filter(({ endpoint }) => !endpoint.internal);
    const declared = forClients.flatMap(({ endpoint: { method, path, versions } }) =>
      versions.map((version) => `${method.toLowerCase()} /${version}${path}`),
    );
    const described = Object.entries(description.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method} ${path}`),
    );
    expect(described.toSorted()).toEqual(declared.toSorted());
  });

  it('has no reference that leads nowhere', () => {
    const references = new Set(
      [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference = '']) => reference),
    );
    expect(references.size).toBeGreaterThan(10);
    expect([...references].filter((reference) => resolve(reference) === undefined)).toEqual([]);
  });

  it('names every operation once', () => {
    const ids = [...text.matchAll(/"operationId":"([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
