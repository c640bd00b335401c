import * as z from 'zod/mini';
import { maxFormBytes } from '#shared/contract/endpoint.ts';
import { deferred, described, whenValid } from '#shared/contract/schema.ts';
import { ItemLink, type Links, PlainLink } from '#shared/hal/links.ts';
import type { ImageFile } from '#shared/image-format/image-format.ts';
import type { ImageLimits } from '#shared/image-format/image-limits.ts';

/** The limits of an uploaded image. */
export const imageLimits: ImageLimits = {
  maxBytes: maxFormBytes,
  maxSide: 65_535,
  maxPixels: 65_000_000,
  animation: { maxPixels: 25_000_000, maxFrames: 1000 },
};

/** The images that a user can upload in a day (UTC), in all applications together. */
export const maxImagesPerDay = 1000;

/** The resources that an image can belong to, and its relationship to each (specification 2.2). */
const rels = {
  activity_story: 'attachments',
  page: 'cover_photo',
  route: 'attachments',
  workout: 'attachments',
} as const;

/** The kind of what an image belongs to. */
type OwnerKind = keyof typeof rels;
const owners = Object.keys(rels) as OwnerKind[];

/**
 * The path of an owner in either version, with or without a trailing slash (wire.md I1). It is
 * stored as it was sent and never fetched.
 */
const hrefPattern = new RegExp(
  `^/v7\\.[01]/(${owners.join('|')})/((?:[\\w.~-]|%[\\da-fA-F]{2}){1,255})/?$`,
);
const error = `must be the path of one of ${owners.join(', ')}, e.g. /v7.1/page/1337`;

/**
 * Returns whether the decoded id at the end of a path is valid: not a dot segment, and without a
 * slash, backslash or control character.
 */
function endsInId(href: string): boolean {
  const [, , id = ''] = hrefPattern.exec(href) ?? [];
  try {
    const decoded = decodeURIComponent(id);
    const isDotSegment = /^\.{1,2}$/.test(decoded);
    return !isDotSegment && !/[/\\\p{Cc}]/u.test(decoded);
  } catch {
    return false;
  }
}

const Href = z.string().check(
  z.regex(hrefPattern, error),
  z.refine(endsInId, { error, when: whenValid() }),
  z.meta({
    description:
      'The owner of the image: the path of an activity story, page, route or workout.',
    examples: ['/v7.1/page/1337'],
  }),
);

/** Checks that an image has the relationship that belongs to the kind of its owner. */
function checkRel({
  value: { href, rel },
  issues,
}: z.core.ParsePayload<{ href: string; rel: string }>): void {
  const [, owner] = hrefPattern.exec(href) ?? [];
  const expected = owner && rels[owner as OwnerKind];
  if (expected === undefined || rel === expected) return;
  // Says more than the problem of a rel that fits no owner.
  const others = issues.filter(({ path }) => path?.[0] !== 'rel');
  issues.splice(0, issues.length, ...others, {
    code: 'custom',
    path: ['rel'],
    message: `must be ${expected} for a ${owner}`,
    input: rel,
  });
}

/** The `data` part of an upload. */
export const ImageUpload = z
  .object({
    href: Href,
    rel: z
      .enum(['attachments', 'cover_photo'])
      .check(z.describe('`cover_photo` for a page, otherwise `attachments`.')),
    index: z.number().check(
      // Not `z.int`, whose problem ends the validation of the other members.
      z.refine(Number.isInteger, 'must be an integer'),
      z.minimum(0),
      z.maximum(Number.MAX_SAFE_INTEGER),
      z.meta({
        description: 'Zero-based position of this image in a series of uploads.',
        type: 'integer',
      }),
    ),
  })
  .check(z.check(checkRel, { when: whenValid('href') }))
  .check(z.meta({ id: 'ImageUploadInput', description: 'What an image belongs to.' }));

/** The item of an image: the uploaded data, and what the image file states in its header. */
export type Image = z.infer<typeof ImageUpload> &
  Pick<ImageFile, 'type' | 'width' | 'height'> & {
    id: string;
    user_id: string;
    /**
     * The application that uploaded it, or the export with it. Images of earlier releases have
     * none, nor those that the person has imported.
     */
    client_id?: string;
    /** The imports of exports that have brought it. Absent if an application has uploaded it. */
    imports?: ReadonlySet<string>;
    /** The size of the uploaded file. */
    bytes: number;
    created_datetime: string;
  };

const describeUrl = (description: string, path: string) =>
  described(z.string(), description, `https://cdn.example/images/${path}`);

/** Returns the kind and the id of what an image belongs to. */
export function parseOwner({ href }: Pick<Image, 'href'>): {
  kind: OwnerKind;
  id: string;
} {
  const [, kind, id = ''] = hrefPattern.exec(href) ?? [];
  return { kind: kind as OwnerKind, id: decodeURIComponent(id) };
}

/** An image as clients see it (specification 2.2). */
export const ImageRepresentation = deferred(() =>
  z
    .object({
      uri: describeUrl('URL of the image at its original size.', '01k9wq3d5g'),
      template: describeUrl(
        'URL of the image at another size, with placeholders for width and height.',
        'w_{width},h_{height}/01k9wq3d5g',
      ),
      _links: z.object({ self: ItemLink, documentation: PlainLink }),
    })
    .check(
      z.meta({
        id: 'Image',
        description: 'An uploaded image, attached to another object.',
      }),
    ),
);

/**
 * Returns an image as clients see it. `uri` and `template` are URLs of the CDN with the scheme of
 * the request (specification 2.2). The template has placeholders for width and height.
 */
export function present(id: string, links: Links, cdn: string, scheme: string) {
  const images = `${cdn.replace(/^https?/, scheme)}/images`;
  return {
    uri: `${images}/${id}`,
    template: `${images}/w_{width},h_{height}/${id}`,
    _links: {
      self: links.item('image', id),
      documentation: links.documentation('image'),
    },
  };
}
