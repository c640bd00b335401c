import { inject } from 'vitest';
import type { Bytes } from './pictures.ts';
import type { Answer, Send, SendOptions } from './send.ts';

/** An image as a client sees it. */
export interface Image {
  uri: string;
  template: string;
  _links: { self: [{ href: string; id: string }]; documentation: [{ href: string }] };
}

export const cover = { href: '/v7.1/page/1337', rel: 'cover_photo', index: 0 };

/** A GIF of one pixel, the smallest picture that there is. */
export const tinyPicture: Bytes = Uint8Array.from(
  Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
);

/** The two parts of an upload, as a browser would send them. */
export function imageForm(picture: Bytes, data: unknown = cover): FormData {
  const form = new FormData();
  form.append('data', new Blob([JSON.stringify(data)], { type: 'application/json' }), 'data.json');
  form.append('image', new Blob([picture]), 'picture');
  return form;
}

/** Uploads a picture over the interface. */
export function uploadImage(
  send: Send,
  picture: Bytes,
  options: SendOptions = {},
): Promise<Answer<Image>> {
  return send<Image>('POST', '/v7.1/image/', { body: imageForm(picture), ...options });
}

/** What the CDN answers. */
export interface CdnAnswer {
  status: number;
  headers: Headers;
  bytes: Buffer;
}

/** Fetches from the CDN; redirects are answers too. */
export async function fetchPicture(address: string, init: RequestInit = {}): Promise<CdnAnswer> {
  const url = new URL(address, inject('service').urls.cdn);
  const response = await fetch(url, { redirect: 'manual', ...init });
  const { status, headers } = response;
  return { status, headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** A template with its slots filled; an empty text leaves a slot empty. */
export function fill(
  { template }: Pick<Image, 'template'>,
  width: number | '',
  height: number | '',
): string {
  return template.replace('{width}', String(width)).replace('{height}', String(height));
}
