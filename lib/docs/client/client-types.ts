import './compiler-api.ts';
import { wrapLines } from './wrap-lines.ts';

interface Parameter {
  name?: string;
}

/** The headers of the diary that the typed client sets itself. */
const ownHeaders: readonly unknown[] = ['svc-client-id', 'svc-user-id'];

/** Removes these headers from lists of parameters. A replacer for `JSON.stringify`. */
function removeOwnHeaders(_: string, value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.filter((item: Parameter | null) => !ownHeaders.includes(item?.name));
}

/** Generates the types of the typed client from an OpenAPI document. */
export async function generateClientTypes(document: object): Promise<string> {
  // A static import would run before `compiler-api.ts` provides the compiler of the generator.
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  const withoutOwnHeaders = JSON.parse(JSON.stringify(document, removeOwnHeaders));
  // A client can omit members and parameters that have a default.
  const options = { defaultNonNullable: false };
  return wrapLines(astToString(await openapiTS(withoutOwnHeaders, options)));
}
