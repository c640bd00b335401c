import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../paths.ts';
import { findWireChanges } from './wire-changes.ts';

interface TestSchema {
  type?: string | string[];
  enum: (string | null)[];
  maxLength?: number;
  description?: string;
  required: string[];
  properties: Record<string, TestSchema>;
}

interface TestOperation {
  operationId?: string;
  security?: Record<string, string[]>[];
  parameters?: { name: string; required?: boolean }[];
  requestBody?: { required: boolean };
  responses: Record<string, { headers?: Record<string, object> }>;
}

interface TestDocument {
  servers: object[];
  info: { description?: string };
  paths: Record<string, Record<string, TestOperation>>;
  webhooks: Record<string, Record<string, TestOperation>>;
  components: { schemas: Record<string, TestSchema> };
}

const readDocument = (host: string): TestDocument =>
  JSON.parse(readFileSync(join(root, 'docs/openapi', `${host}.json`), 'utf8'));

const documents = { main: readDocument('main'), diary: readDocument('diary') };

interface Seed {
  host?: 'main' | 'diary';
  change: (document: TestDocument) => void;
}

function findChanges(before: TestDocument, { change }: Seed) {
  const after = structuredClone(before);
  change(after);
  const found = findWireChanges(before, after);
  return found.map(({ operation, change: text }) => `${operation}: ${text}`);
}

/** Returns a document with one path, and the webhooks. Comparing all paths takes far longer. */
function keepPath(document: TestDocument, path: string): TestDocument {
  const item = document.paths[path];
  return { ...document, paths: item ? { [path]: item } : {} };
}

function getOperation({ paths }: TestDocument, method: string, path: string) {
  const operation = paths[path]?.[method];
  if (!operation) throw new Error(`The document has no ${method} ${path}.`);
  return operation;
}

function getSchema({ components }: TestDocument, name: string, ...members: string[]) {
  const found = members.reduce(
    (schema, member) => schema?.properties[member],
    components.schemas[name],
  );
  if (!found) throw new Error(`The document has no ${name} ${members.join('.')}.`);
  return found;
}

const without = <Item>(list: readonly Item[], item: Item) =>
  list.filter((other) => other !== item);

it.each<Seed & { title: string; finds: string }>([
  {
    title: 'a removed operation',
    change: ({ paths }) => delete paths['/image/{id}/']?.get,
    finds: 'GET /image/{id}/: is gone',
  },
  {
    title: 'an operation with another id, by which generators name a function',
    change: (d) => {
      getOperation(d, 'get', '/changes/').operationId = 'readChanges';
    },
    finds: 'GET /changes/: has another operationId',
  },
  {
    title: 'a removed address',
    change: (d) => {
      d.servers = d.servers.slice(0, 1);
    },
    finds: 'GET /changes/: is gone at http://127.0.0.1:3000/v7.0',
  },
  {
    title: 'a removed member of a response',
    change: (d) => {
      const schema = getSchema(d, 'DataSource');
      delete schema.properties.firmware_version;
      schema.required = without(schema.required, 'firmware_version');
    },
    finds: 'POST /data_source/: 201 application/json.firmware_version is gone',
  },
  {
    title: 'a member of a response that can be absent',
    change: (d) => {
      const schema = getSchema(d, 'DataSource');
      schema.required = without(schema.required, 'active');
    },
    finds: 'GET /data_source/{id}/: 200 application/json.active is not always present',
  },
  {
    title: 'a member of a response with another type',
    change: (d) => {
      getSchema(d, 'FileImport', 'entries').type = 'string';
    },
    finds:
      'GET /import/: 200 application/json._embedded.import[].entries is string instead of integer',
  },
  {
    title: 'a member of a response that can be null',
    host: 'diary',
    change: (d) => {
      getSchema(d, 'DiaryEntrySource', 'origin').type = ['string', 'null'];
    },
    finds:
      'GET /diary: 200 application/json.items[].source.origin is null instead of string',
  },
  {
    title: 'a further value of a response',
    change: (d) => void getSchema(d, 'Export', 'state').enum.push('paused'),
    finds: 'POST /user/{id}/export/: 201 application/json.state: values changed',
  },
  {
    title: 'a removed success status',
    change: (d) => delete getOperation(d, 'post', '/data_source/').responses['201'],
    finds: 'POST /data_source/: 201 is gone',
  },
  {
    title: 'a removed header of a response',
    change: (d) =>
      delete getOperation(d, 'post', '/data_source/').responses['201']?.headers?.Location,
    finds: 'POST /data_source/: 201 Location is gone',
  },
  {
    title: 'a narrowed enum of a request',
    change: (d) => {
      const schema = getSchema(d, 'TokenRequestInput', 'grant_type');
      schema.enum = without(schema.enum, 'client_credentials');
    },
    finds:
      'POST /oauth2/access_token/: application/x-www-form-urlencoded.grant_type: values changed',
  },
  {
    title: 'a lower limit of a request',
    change: (d) => {
      getSchema(d, 'WebhookInput', 'url').maxLength = 500;
    },
    finds: 'POST /webhook/: application/json.url: maxLength changed',
  },
  {
    title: 'a further required member of a request',
    change: (d) => {
      const schema = getSchema(d, 'WebhookInput');
      schema.properties.hint = { enum: [], required: [], properties: {}, type: 'string' };
      schema.required.push('hint');
    },
    finds: 'POST /webhook/: application/json.hint is required',
  },
  {
    title: 'a parameter that is required now',
    change: (d) => {
      for (const parameter of getOperation(d, 'get', '/data_source/').parameters ?? [])
        parameter.required = parameter.name === 'device';
    },
    finds: 'GET /data_source/: query device is required',
  },
  {
    title: 'a removed parameter',
    change: (d) => {
      getOperation(d, 'get', '/data_source/').parameters = [];
    },
    finds: 'GET /data_source/: query device is gone',
  },
  {
    title: 'a scope that is no longer enough',
    change: (d) => {
      const operation = getOperation(d, 'get', '/data_source/');
      operation.security = [{ oauth2: ['read'] }, { bearer: [] }];
    },
    finds: 'GET /data_source/: needs another token',
  },
  {
    title: 'an operation that needs a token now',
    change: (d) => {
      const path = '/oauth-authorization-server';
      getOperation(d, 'get', path).security = [{ bearer: [] }];
    },
    finds: 'GET /oauth-authorization-server: needs another token',
  },
  {
    title: 'a removed member of what a webhook gets',
    change: (d) => delete getSchema(d, 'WebhookEvent').properties.timestamp,
    finds: 'event: application/json.timestamp is gone',
  },
])('finds $title', ({ finds, ...seed }) => {
  const [path = ''] = /(?<=^[A-Z]+ )[^:]+/.exec(finds) ?? [];
  const before = keepPath(documents[seed.host ?? 'main'], path);
  expect(findChanges(before, seed)).toContain(finds);
});

it.each<Seed & { title: string }>([
  { title: 'nothing', change: () => undefined },
  {
    title: 'a new operation',
    change: ({ paths }) => {
      paths['/new_resource/'] = {
        get: { operationId: 'listNewResources', responses: { 200: {} } },
      };
    },
  },
  {
    title: 'a new optional member of a request',
    change: (d) => {
      const note = { enum: ['a'], required: [], properties: {} };
      getSchema(d, 'DataSourceInput').properties.note = note;
    },
  },
  {
    title: 'a new member of a response',
    change: (d) => {
      const schema = getSchema(d, 'DataSource');
      schema.properties.color = { enum: ['red'], required: [], properties: {} };
      schema.required.push('color');
    },
  },
  {
    title: 'a higher limit, and a further value of a request',
    change: (d) => {
      getSchema(d, 'DataSourceInput', 'name').maxLength = 500;
      getSchema(d, 'TokenRequestInput', 'grant_type').enum.push('device_code');
    },
  },
  {
    title: 'an error that no longer occurs',
    change: (d) => delete getOperation(d, 'get', '/data_source/').responses['413'],
  },
  {
    title: 'a schema in the place of its reference, and other texts',
    host: 'diary',
    change: (d) => {
      const unit = structuredClone(getSchema(d, 'EnergyUnit'));
      getSchema(d, 'Energy').properties.unit = { ...unit, description: 'The unit.' };
      d.info.description = 'The diary.';
    },
  },
])('finds nothing in $title', (seed) => {
  expect(findChanges(documents[seed.host ?? 'main'], seed)).toEqual([]);
});
