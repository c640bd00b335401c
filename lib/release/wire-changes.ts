import { type ComparedSchema, findSchemaChanges, type Sender } from './schema-changes.ts';

/** The members of an OpenAPI document on which clients depend. References are resolved. */
interface OpenApiDocument {
  servers?: readonly { url: string }[];
  paths: Readonly<Record<string, Path>>;
  webhooks?: Readonly<Record<string, Path>>;
}

const methods = ['get', 'put', 'post', 'delete', 'patch'] as const;
type Path = Partial<Record<(typeof methods)[number], Operation>> &
  Pick<OpenApiDocument, 'servers'>;

type Values = Readonly<Record<string, { required?: boolean; schema?: ComparedSchema }>>;

interface Operation {
  operationId?: string;
  security?: readonly Readonly<Record<string, readonly string[]>>[];
  parameters?: readonly {
    name: string;
    in: string;
    required?: boolean;
    schema: ComparedSchema;
  }[];
  requestBody?: { required?: boolean; content: Values };
  responses: Readonly<Record<string, { headers?: Values; content?: Values }>>;
}

/** A change after which a client of the version before may fail. */
export interface WireChange {
  /** As in `GET /data_source/`. The name of a webhook has no method. */
  operation: string;
  change: string;
}

/**
 * Finds the changes between two versions of an OpenAPI document after which a client of the first
 * may fail. Operations, optional parts of requests, and members of responses may be added.
 */
export function findWireChanges(before: object, after: object): WireChange[] {
  const current = new Map(listOperations(after).map((entry) => [entry.name, entry]));
  return listOperations(before).flatMap(({ name, urls, operation, sender }) => {
    const found = current.get(name);
    if (!found) return [{ operation: name, change: 'is gone' }];
    const gone = urls.filter((url) => !found.urls.includes(url));
    const changes = new Set([
      ...gone.map((url) => `is gone at ${url}`),
      ...compareOperations(operation, found.operation, sender),
    ]);
    return [...changes].map((change) => ({ operation: name, change }));
  });
}

function listOperations(document: object) {
  const { servers, paths, webhooks = {} }: OpenApiDocument = resolveReferences(document);
  const list = (all: Readonly<Record<string, Path>>, sender: Sender) =>
    Object.entries(all).flatMap(([path, item]) =>
      methods.flatMap((method) => {
        const operation = item[method];
        const urls = (item.servers ?? servers ?? []).map(({ url }) => url);
        const name = sender === 'client' ? `${method.toUpperCase()} ${path}` : path;
        return operation ? [{ name, operation, urls, sender }] : [];
      }),
    );
  return [...list(paths, 'client'), ...list(webhooks, 'service')];
}

/** Returns a document with everything in the place of the references to it. */
function resolveReferences(document: object): OpenApiDocument {
  const resolved = new Map<string, unknown>();
  const follow = (reference: string): unknown => {
    const keys = reference.split('/').slice(1);
    return resolve(keys.reduce<unknown>((value, key) => Object(value)[key], document));
  };
  function resolve(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null) return value;
    if ('$ref' in value) {
      const reference = String(value.$ref);
      const target = resolved.get(reference) ?? follow(reference);
      resolved.set(reference, target);
      return target;
    }
    const members = Object.entries(value).map(([key, member]) => [key, resolve(member)]);
    return Object.fromEntries(members);
  }
  return resolve(document) as OpenApiDocument;
}

/** Matches the change that an error, or a header or body of an error, is gone. */
const isGoneError = /^[45]\S\S(?: \S+)? (?:is gone|is not always present)$/;

function compareOperations(before: Operation, after: Operation, sender: Sender) {
  const sent = { before: toRequest(before), after: toRequest(after), sender };
  const responses = { before: toResponses(before), after: toResponses(after) };
  const received = findSchemaChanges({ ...responses, sender: 'service' });
  return [
    ...(before.operationId === after.operationId ? [] : ['has another operationId']),
    ...(acceptsTokens(before, after) ? [] : ['needs another token']),
    ...findSchemaChanges(sent),
    // An error that no longer occurs breaks nothing.
    ...received.filter((change) => !isGoneError.test(change)),
  ];
}

/** Returns whether every token that was enough still is. */
function acceptsTokens(before: Operation, after: Operation): boolean {
  const listNames = ({ security = [] }: Operation) =>
    (security.length > 0 ? security : [{}]).map((schemes) =>
      Object.entries(schemes).flatMap(([scheme, scopes]) => [scheme, ...scopes]),
    );
  const needed = listNames(after);
  return listNames(before).every((accepted) =>
    needed.some((names) => names.every((name) => accepted.includes(name))),
  );
}

/** Returns the schema of all that is sent with a request: parameters, and a body by its type. */
function toRequest({ parameters = [], requestBody }: Operation): ComparedSchema {
  const { content = {}, required: hasBody } = requestBody ?? {};
  const values = parameters.map(({ name, in: place, ...value }) => [
    `${place} ${name}`,
    value,
  ]);
  const bodies = Object.entries(content).map(([type, { schema }]) => [
    type,
    { schema, required: hasBody },
  ]);
  return toObjectSchema(Object.fromEntries([...values, ...bodies]));
}

/** Returns the schema of all that is sent with responses: headers and bodies by status. */
function toResponses({ responses }: Operation): ComparedSchema {
  const parts = Object.entries(responses).flatMap(([status, { headers, content }]) => [
    [status, {}],
    ...Object.entries(headers ?? {}).map(([name, value]) => [`${status} ${name}`, value]),
    ...Object.entries(content ?? {}).map(([type, value]) => [`${status} ${type}`, value]),
  ]);
  return toObjectSchema(Object.fromEntries(parts));
}

function toObjectSchema(values: Values): ComparedSchema {
  const members = Object.entries(values);
  const schemas = members.map(([name, { schema = {} }]) => [name, schema]);
  const required = members.filter(([, value]) => value.required);
  return {
    properties: Object.fromEntries(schemas),
    required: required.map(([name]) => name),
  };
}
