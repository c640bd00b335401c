import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { discoverEndpoints } from '../../endpoints.ts';
import { buildReference } from '../reference/reference.ts';
import { buildOpenApi } from './openapi.ts';

const endpoints = await discoverEndpoints();
const document = buildOpenApi(buildReference(endpoints));
const text = JSON.stringify(document);

/** Returns what a reference within the document resolves to. */
function resolve(reference: string): unknown {
  return reference
    .slice('#/'.length)
    .split('/')
    .reduce<unknown>((value, key) => (value as Record<string, unknown>)?.[key], document);
}

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  });

  it('has every endpoint under every version, except our own pages', () => {
    const forClients = endpoints.filter(({ endpoint }) => !endpoint.internal);
    const declared = forClients.flatMap(({ endpoint: { method, path, versions } }) =>
      versions.map((version) => `${method.toLowerCase()} /${version}${path}`),
    );
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method} ${path}`),
    );
    expect(described.toSorted()).toEqual(declared.toSorted());
  });

  it('has no reference that does not resolve', () => {
    const references = new Set(
      [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference = '']) => reference),
    );
    expect(references.size).toBeGreaterThan(10);
    expect(
      [...references].filter((reference) => resolve(reference) === undefined),
    ).toEqual([]);
  });

  it('has a unique id for every operation', () => {
    const ids = [...text.matchAll(/"operationId":"([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
