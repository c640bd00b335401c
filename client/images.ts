import type { components } from './openapi/main.ts';
import type { SendRequest } from './retries.ts';

type Image = components['schemas']['Image'];
type ImageUpload = components['schemas']['ImageUploadInput'];

/** An image, or in Node the path of its file. */
export type ImageSource = Blob | string;

interface NodeProcess {
  getBuiltinModule?(name: 'node:fs'): { openAsBlob(path: string): Promise<Blob> };
}

/**
 * Returns a blob, or opens a file. Throws a `TypeError` if the file cannot be read, or for a path
 * in a browser. Node's file system is not imported, because bundlers for browsers would try to
 * resolve the import.
 */
export async function openFile(source: ImageSource): Promise<Blob> {
  if (typeof source !== 'string') return source;
  const { process } = globalThis as unknown as { process?: NodeProcess };
  // Bundlers for browsers define a `process` of their own.
  const fs = process?.getBuiltinModule?.('node:fs');
  if (!fs) throw new TypeError('The path of a file works only in Node.');
  try {
    return await fs.openAsBlob(source);
  } catch (cause) {
    throw new TypeError(`The file ${source} cannot be read.`, { cause });
  }
}

/** Uploads an image (specification 4.3). `data` names the object that the image is for. */
export async function postImage(
  mainUrl: string,
  send: SendRequest,
  source: ImageSource,
  data: ImageUpload,
): Promise<Image> {
  const image = await openFile(source);
  const json = new Blob([JSON.stringify(data)], { type: 'application/json' });
  const form = new FormData();
  form.append('data', json, 'data.json');
  form.append('image', image, 'image');
  const request = new Request(`${mainUrl}/image/`, { method: 'POST', body: form });
  const response = await send(request);
  return (await response.json()) as Image;
}

/** The maximum width and height in pixels. The image keeps its aspect ratio. */
export interface ImageSize {
  width?: number;
  height?: number;
}

/**
 * Returns the URL of an image in another size, or in its own size without a width and a height. The
 * image is never enlarged.
 */
export function getImageUrl(
  { template }: Pick<Image, 'template'>,
  { width, height }: ImageSize,
): string {
  const filled = template.replace('{width}', String(width ?? ''));
  // The service rejects a size with neither.
  return filled.replace('{height}', String(height ?? '')).replace('/w_,h_/', '/');
}
