import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { hostNames } from '#lib/docs/reference/labels.ts';
import { root } from '#lib/paths.ts';
import type { Host } from '#shared/contract/endpoint.ts';

/** A parameter of an operation, as far as the tests read it. */
export interface OperationParameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: { type?: string | string[] };
}

interface Operation {
  parameters?: OperationParameter[];
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, { content?: Record<string, unknown> }>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
}

/** An operation, and a JSON pointer to it that begins with the host of the document. */
export interface FoundOperation {
  operation: Operation;
  pointer: string;
}

/** Formats are annotations in JSON Schema 2020-12. What the service checks is in the patterns. */
const ajv = new Ajv2020({
  strict: false,
  validateFormats: false,
  allErrors: true,
  // The documents contain schemas but are none, so the meta-schema would check nothing.
  validateSchema: false,
  meta: false,
  // Most schemas validate few values.
  code: { optimize: false },
});

/** The operations of a path. */
interface PathItem {
  path: string;
  segments: readonly string[];
  operations: Record<string, Operation>;
}

const pathItems = new Map<Host, readonly PathItem[]>();
const splitPath = (path: string) => path.split('/').filter(Boolean);

for (const host of hostNames) {
  const text = readFileSync(join(root, 'docs', 'openapi', `${host}.json`), 'utf8');
  const document: Document = JSON.parse(text);
  pathItems.set(host, listPathItems(document));
  ajv.addSchema(document, host);
}

/** Lists the paths of a document, those without parameters first. */
function listPathItems({ paths }: Document): PathItem[] {
  return Object.entries(paths)
    .map(([path, operations]) => ({ path, segments: splitPath(path), operations }))
    .sort((one, other) => one.path.indexOf('{') - other.path.indexOf('{'));
}

/** Finds the operation of a request, or undefined if the documents do not have it. */
export function findOperation(
  host: Host,
  method: string,
  path: string,
): FoundOperation | undefined {
  const [, ...segments] = splitPath(path);
  const found = pathItems.get(host)?.find((item) => matches(item, segments));
  const key = method.toLowerCase();
  const operation = found?.operations[key];
  if (!operation) return undefined;
  return { operation, pointer: appendKeys(`${host}#`, 'paths', found.path, key) };
}

function matches({ segments: parts }: PathItem, segments: readonly string[]): boolean {
  const isSame = (part: string, i: number) =>
    part.startsWith('{') || part === segments[i];
  return parts.length === segments.length && parts.every(isSame);
}

/** Appends keys to a JSON pointer (RFC 6901). */
export function appendKeys(pointer: string, ...keys: readonly string[]): string {
  const escaped = keys.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1'));
  return [pointer, ...escaped.map(encodeURIComponent)].join('/');
}

const validators = new Map<string, ValidateFunction>();

/** Returns the compiled schema at a JSON pointer. Ajv would parse the pointer each time. */
function getValidator(pointer: string): ValidateFunction | undefined {
  const validator = validators.get(pointer) ?? ajv.getSchema(pointer);
  if (validator) validators.set(pointer, validator);
  return validator;
}

/** Lists the problems of a value by the schema at a JSON pointer, which begins with the host. */
export function listSchemaProblems(pointer: string, value: unknown): string[] {
  const validate = getValidator(pointer);
  if (!validate) return [`There is no schema at ${pointer}.`];
  validate(value);
  const errors = validate.errors ?? [];
  return errors.map(({ instancePath, message }) => `${instancePath} ${message}`);
}
