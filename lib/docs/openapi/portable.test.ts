import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '#lib/paths.ts';
import type { JsonSchema } from '../reference/json-schema.ts';
import { hostNames } from '../reference/labels.ts';

/** An object somewhere in a document, which may be a schema. */
type Node = Readonly<Record<string, unknown>>;

interface Document {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: { schemas: Readonly<Record<string, JsonSchema>> };
}

interface Operation {
  requestBody?: unknown;
  responses: unknown;
}

const documents = hostNames.map((host) => {
  const text = readFileSync(join(root, 'docs', 'openapi', `${host}.json`), 'utf8');
  return { host, document: JSON.parse(text) as Document };
});

/** Lists all objects in a value, at any depth. */
function listNodes(value: unknown): Node[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(listNodes);
  return Array.isArray(value) ? inside : [value as Node, ...inside];
}

/** Lists the named schemas that a value refers to, directly or through other schemas. */
function listNames({ components: { schemas } }: Document, value: unknown): Set<string> {
  const names = new Set<string>();
  const pending = [value];
  for (const next of pending) {
    for (const { $ref } of listNodes(next)) {
      const name = String($ref ?? '').split('#/components/schemas/')[1];
      if (name === undefined || names.has(name)) continue;
      names.add(name);
      pending.push(schemas[name]);
    }
  }
  return names;
}

const hasType = ({ type }: Node, name: string) => [type].flat().includes(name);

// Each rule is about generators of clients, which `npm run check:openapi` runs.
describe.each(documents)('the OpenAPI document of $host', ({ document }) => {
  const nodes = listNodes(document);
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  const requested = listNames(
    document,
    operations.map(({ requestBody }) => requestBody),
  );
  const returned = listNames(document, [
    operations.map(({ responses }) => responses),
    (document.components as Node).responses,
  ]);

  // Go has a function `NewX` for each schema `X`, and so cannot have a schema of that name.
  it('has names that end in Input for the schemas that only requests have', () => {
    const onlyRequested = [...requested].filter((name) => !returned.has(name));
    expect(onlyRequested.filter((name) => !name.endsWith('Input'))).toEqual([]);
    expect([...returned].filter((name) => /^New|Input$/.test(name))).toEqual([]);
  });

  // PHP and Ruby convert a text by its format before they match the pattern.
  it('has no pattern beside a format', () => {
    const both = nodes.filter(({ pattern, format }) => pattern && format);
    expect(both).toEqual([]);
  });

  // The regular expressions of PHP have no `\u`, and see bytes.
  it('has patterns without control characters', () => {
    const patterns = nodes.map(({ pattern }) => String(pattern ?? ''));
    expect(patterns.filter((pattern) => /\\[ux]|\p{Cc}/u.test(pattern))).toEqual([]);
  });

  // Without it, Go has 32 bits.
  it('has the format double for every number', () => {
    const numbers = nodes.filter((node) => hasType(node, 'number'));
    expect(numbers.filter(({ format }) => format !== 'double')).toEqual([]);
  });

  // Kotlin and Dart merge them into one class, which requires the members of all.
  it('has no alternatives of an object', () => {
    expect(nodes.filter(({ oneOf }) => oneOf)).toEqual([]);
  });

  // Rust has no union of such types.
  it('has no value that is one of two types', () => {
    const mixed = nodes.filter(
      ({ type }) => [type].flat().filter((name) => name !== 'null').length > 1,
    );
    expect(mixed).toEqual([]);
  });
});

it('the id of an exercise is a string in requests and responses', () => {
  const { document } = documents.find(({ host }) => host === 'diary') ?? {};
  const { ExerciseReference, ExerciseReferenceInput } =
    document?.components.schemas ?? {};
  for (const schema of [ExerciseReference, ExerciseReferenceInput])
    expect(schema?.properties?.id).toMatchObject({ type: 'string' });
});

it('a form that is about a token requires it, and one for tokens its grant', () => {
  const { document } = documents.find(({ host }) => host === 'main') ?? {};
  const { TokenReferenceInput, TokenRequestInput } = document?.components.schemas ?? {};
  expect(TokenReferenceInput?.required).toEqual(['token']);
  expect(TokenRequestInput?.required).toEqual(['grant_type']);
});
