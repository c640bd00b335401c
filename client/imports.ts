import { openFile } from './images.ts';
import type { components } from './openapi/main.ts';
import type { SendRequest } from './retries.ts';

type FileImport = components['schemas']['FileImport'];

/** A file with its name, or in Node its path. */
export type ImportSource = File | string;

/** The choices for an import. */
export interface ImportFields {
  name?: string;
  /** The time zone of workouts whose files state no offset, e.g. `Europe/Berlin`. */
  timezone?: string;
  /** A label, which is returned as it was sent. */
  external_id?: string;
}

/** Uploads files with workouts, which are imported in the background. */
export async function postImport(
  mainUrl: string,
  send: SendRequest,
  sources: readonly ImportSource[],
  fields: ImportFields,
): Promise<FileImport> {
  const form = new FormData();
  for (const source of sources) {
    const file = await openFile(source);
    form.append('file', file, getName(source));
  }
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  const init = { method: 'POST', headers, body: form };
  const response = await send(new Request(`${mainUrl}/import/`, init));
  return (await response.json()) as FileImport;
}

function getName(source: ImportSource): string {
  if (typeof source !== 'string') return source.name;
  return source.split(/[\\/]/).at(-1) ?? source;
}
