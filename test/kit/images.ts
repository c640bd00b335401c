import { inject } from 'vitest';
import type { Bytes } from './image-files.ts';
import type { Send, SendOptions, TestResponse } from './send.ts';

/** An image as a client sees it. */
export interface UploadedImage {
  uri: string;
  template: string;
  _links: { self: [{ href: string; id: string }]; documentation: [{ href: string }] };
}

export const cover = { href: '/v7.1/page/1337', rel: 'cover_photo', index: 0 };

/** A GIF of one pixel, the smallest image. */
export const tinyImage: Bytes = Uint8Array.from(
  Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
);

/** Builds the two parts of an upload as a browser sends them. */
export function buildImageForm(image: Bytes, data: unknown = cover): FormData {
  const form = new FormData();
  form.append(
    'data',
    new Blob([JSON.stringify(data)], { type: 'application/json' }),
    'data.json',
  );
  form.append('image', new Blob([image]), 'image');
  return form;
}

/** Uploads an image through the API. */
export function uploadImage(
  send: Send,
  image: Bytes,
  options: SendOptions = {},
): Promise<TestResponse<UploadedImage>> {
  return send<UploadedImage>('POST', '/v7.1/image/', {
    body: buildImageForm(image),
    ...options,
  });
}

export interface CdnResponse {
  status: number;
  headers: Headers;
  bytes: Buffer;
}

/** Fetches from the CDN without following redirects. */
export async function fetchImage(
  address: string,
  init: RequestInit = {},
): Promise<CdnResponse> {
  const url = new URL(address, inject('service').urls.cdn);
  const response = await fetch(url, { redirect: 'manual', ...init });
  const { status, headers } = response;
  return { status, headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** Replaces the placeholders of a template. */
export function fillUriTemplate(
  { template }: Pick<UploadedImage, 'template'>,
  width: number | '',
  height: number | '',
): string {
  return template.replace('{width}', String(width)).replace('{height}', String(height));
}
