import './compiler-api.ts';
import { wrapLines } from './wrap-lines.ts';

interface Parameter {
  name?: string;
}

/** The headers of the diary that the typed client sets itself. */
const ownHeaders: readonly unknown[] = ['svc-client-id', 'svc-user-id'];

function removeOwnHeaders(_: string, value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.filter((item: Parameter | null) => !ownHeaders.includes(item?.name));
}

/** Generates the types of the typed client from an OpenAPI document. */
export async function generateClientTypes(document: object): Promise<string> {
  // A static import would run before `compiler-api.ts` provides the compiler of the generator.
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  const described = JSON.parse(JSON.stringify(document, removeOwnHeaders));
  const options = { defaultNonNullable: false };
  return wrapLines(astToString(await openapiTS(described, options)));
}
