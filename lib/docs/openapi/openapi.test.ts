import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { eventTypes } from '#functions/account/event/event.ts';
import { getErrorShape } from '#shared/contract/endpoint.ts';
import { discoverEndpoints } from '../../endpoints.ts';
import { hostNames } from '../reference/labels.ts';
import { buildReference } from '../reference/reference.ts';
import { buildOpenApi, type OpenApiDocument } from './openapi.ts';
import { localUrls } from './servers.ts';

const endpoints = await discoverEndpoints();
const reference = buildReference(endpoints);
/** Compiles the schema of OpenAPI once, for three documents only. */
const validator = new Validator({ validateSchema: false, code: { optimize: false } });
const documents = hostNames.map((host) => ({
  host,
  document: buildOpenApi(host, reference, localUrls),
}));

/** Returns what a reference within a document resolves to. */
function resolve(document: OpenApiDocument, pointer: string): unknown {
  const keys = pointer.slice('#/'.length).split('/');
  return keys.reduce<unknown>(
    (value, key) => (value as Record<string, unknown>)?.[key],
    document,
  );
}

function listMatches(document: OpenApiDocument, pattern: RegExp): string[] {
  const matches = [...JSON.stringify(document).matchAll(pattern)];
  return matches.map(([, match = '']) => match);
}

const listReferences = (document: OpenApiDocument) =>
  new Set(listMatches(document, /"(#\/components\/[^"]+)"/g));

describe.each(documents)('the OpenAPI document of $host', ({ host, document }) => {
  it('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await validator.validate(structuredClone(document));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  });

  it('has every endpoint with an operation id once, at its path without the version', () => {
    const named = endpoints.filter(({ endpoint }) => endpoint.operationId);
    const hostEndpoints = named.filter(({ endpoint }) => endpoint.host === host);
    const declared = hostEndpoints.map(
      ({ endpoint: { method, path } }) => `${method.toLowerCase()} ${path}`,
    );
    const described = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item)
        .filter((key) => key !== 'servers')
        .map((method) => `${method} ${path}`),
    );
    expect(described.toSorted()).toEqual(declared.toSorted());
  });

  it('has references that resolve, and no unused schema', () => {
    const references = listReferences(document);
    const missing = [...references].filter(
      (pointer) => resolve(document, pointer) === undefined,
    );
    expect(missing).toEqual([]);
    const names = Object.keys(document.components.schemas);
    expect(
      names.filter((name) => !references.has(`#/components/schemas/${name}`)),
    ).toEqual([]);
  });

  it('has no variable in the URL of a server', () => {
    const urls = listMatches(document, /"url":"([^"]+)"/g);
    expect(urls.filter((url) => url.includes('{'))).toEqual([]);
  });

  it('has every error of the gateway on every operation', () => {
    for (const item of Object.values(document.paths)) {
      for (const [method, operation] of Object.entries(item)) {
        if (method === 'servers') continue;
        const { responses } = operation as { responses: object };
        const statuses = ['403', '404', '405', '413', '415', '429', '500', '502', '504'];
        expect(Object.keys(responses)).toEqual(expect.arrayContaining(statuses));
      }
    }
  });

  it('has no operation whose parameters differ only in case or punctuation', () => {
    for (const item of Object.values(document.paths)) {
      for (const operation of Object.values(item)) {
        const { parameters = [] } = operation as { parameters?: { name: string }[] };
        const folded = parameters.map(({ name }) =>
          name.toLowerCase().replace(/\W/g, ''),
        );
        expect(new Set(folded).size).toBe(folded.length);
      }
    }
  });
});

it('every operation has a unique id over all documents', () => {
  // In an operation, the summary follows the id. In a link, it does not.
  const ids = documents.flatMap(({ document }) =>
    listMatches(document, /"operationId":"([^"]+)","summary"/g),
  );
  expect(ids.length).toBeGreaterThan(20);
  expect(new Set(ids).size).toBe(ids.length);
});

it('an endpoint without an operation is a page, public, or of assistants', () => {
  const others = endpoints.filter(({ endpoint }) => !endpoint.operationId);
  for (const { id, endpoint } of others) {
    const needsNoOperation =
      endpoint.auth === 'public' || ['page', 'rpc'].includes(getErrorShape(endpoint));
    expect(needsNoOperation, id).toBe(true);
  }
});

it('only a user can sign in, and full access does not include it', () => {
  const { document } = documents.find(({ host }) => host === 'main') ?? {};
  const schemes: object = document?.components.securitySchemes ?? {};
  expect(schemes).toMatchObject({
    oauth2: {
      flows: {
        authorizationCode: {
          scopes: { read: expect.any(String), openid: expect.any(String) },
        },
        clientCredentials: { scopes: { read: expect.any(String) } },
      },
    },
  });
  expect(schemes).not.toHaveProperty('oauth2.flows.clientCredentials.scopes.openid');
  const userinfo = document?.paths['/openid/userinfo/'];
  const security = [{ oauth2: ['openid'] }, { bearer: [] }];
  expect(userinfo).toMatchObject({ get: { security }, post: { security } });
});

it('a creation links to the operations on the created item', () => {
  const { document } = documents.find(({ host }) => host === 'main') ?? {};
  const id = '$response.body#/_links/self/0/id';
  expect(document?.paths).toMatchObject({
    '/data_source/': {
      post: {
        responses: {
          201: {
            links: {
              getDataSource: { parameters: { id } },
              updateDataSource: { operationId: 'updateDataSource' },
            },
          },
        },
      },
    },
    '/user/{id}/export/': {
      post: {
        responses: {
          201: {
            links: {
              getExport: { parameters: { id: '$request.path.id', export_id: id } },
            },
          },
        },
      },
    },
  });
});

it('the document of the main API has what is sent to webhooks', () => {
  const { document } = documents.find(({ host }) => host === 'main') ?? {};
  expect(Object.keys(document?.webhooks ?? {})).toEqual(['event', 'notice', 'challenge']);
  const { WebhookEvent, WebhookChallengeAnswer } = document?.components.schemas ?? {};
  expect(WebhookEvent?.properties?.type).toMatchObject({ enum: eventTypes });
  expect(WebhookChallengeAnswer?.required).toEqual(['challenge']);
});
