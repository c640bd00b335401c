import {
  openOriginals,
  openVariants,
  toOriginalKey,
} from '#shared/objects/image-buckets.ts';
import type { Objects, StoredObject } from '#shared/objects/objects.ts';
import { listStackFrames, log } from '#shared/runtime/log.ts';
import type { Meter } from '#shared/runtime/meter.ts';
import { findProblem, render } from './render.ts';
import {
  buildErrorResponse,
  buildImageResponse,
  type FunctionUrlResponse,
  fitsIntoResponse,
  immutable,
} from './responses.ts';
import { isInRange, parseVariant, type Variant } from './variant.ts';

/**
 * Renders the variant at a path of the CDN, stores it for later requests and returns it. Throws if
 * a store is unavailable or an intact image cannot be rendered.
 */
export async function serveVariant(
  path: string,
  meter: Meter,
): Promise<FunctionUrlResponse> {
  const variant = parseVariant(path);
  if (!variant) return buildErrorResponse(404, 'image not found');
  if (!isInRange(variant)) {
    return buildErrorResponse(
      400,
      'width and height must be integers from 1 to 4096, e.g. w_320,h_240; ' +
        'one of them can be empty',
    );
  }

  const original = await openOriginals(meter).get(toOriginalKey(variant.id));
  if (!original) return buildErrorResponse(404, 'image not found');

  const result = await renderOrExplain(original.bytes, variant);
  if ('problem' in result) return buildErrorResponse(422, result.problem);

  const { type } = original;
  const { bytes } = result;
  const image = { bytes, type };
  await storeVariant(openVariants(meter), path.slice(1), image);
  return buildImageResponse(image, path);
}

/**
 * Stores a variant for later requests. If that fails, logs the error: the image is served all the
 * same, unless it is so large that it can be served from the bucket only.
 */
async function storeVariant(
  variants: Objects<'put'>,
  key: string,
  image: StoredObject,
): Promise<void> {
  try {
    await variants.put(key, { ...image, cacheControl: immutable });
  } catch (error) {
    if (!(error instanceof Error) || !fitsIntoResponse(image)) throw error;
    log({
      level: 'error',
      event: 'image_variant_not_stored',
      code: error.name,
      error_stack: listStackFrames(error),
    });
  }
}

/**
 * Renders a variant. If the image is at fault, logs the error and returns what is wrong with the
 * image. Otherwise throws, because the fault is ours.
 */
export async function renderOrExplain(
  original: Buffer,
  variant: Variant,
): Promise<{ bytes: Buffer } | { problem: string }> {
  try {
    return { bytes: await render(original, variant) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const problem = await findProblem(original, error);
    if (problem === undefined) throw error;
    log({
      level: 'warn',
      event: 'image_render_failed',
      code: error.name,
      error_stack: listStackFrames(error),
    });
    return { problem };
  }
}
