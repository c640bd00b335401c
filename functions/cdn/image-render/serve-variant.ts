import { originalKey } from '#shared/objects/image-buckets.ts';
import { openObjects } from '#shared/objects/objects.ts';
import { environment } from '#shared/runtime/environment.ts';
import { listStackFrames, log } from '#shared/runtime/log.ts';
import type { Meter } from '#shared/runtime/meter.ts';
import { findProblem, render } from './render.ts';
import { errorResponse, type FunctionUrlResponse, imageResponse, immutable } from './responses.ts';
import { isInRange, parseVariant, type Variant } from './variant.ts';

/**
 * The image at a path of the CDN, kept for everybody who asks for it again. Throws where a store fails, and where a
 * sound image cannot be made.
 */
export async function serveVariant(path: string, meter: Meter): Promise<FunctionUrlResponse> {
  const variant = parseVariant(path);
  if (!variant) return errorResponse(404, 'image not found');
  if (!isInRange(variant))
    return errorResponse(
      400,
      'width and height must be integers from 1 to 4096, e.g. w_320,h_240; one of them can be empty',
    );
  const originals = openObjects(environment('IMAGE_BUCKET_NAME'), meter);
  const variants = openObjects(environment('VARIANT_BUCKET_NAME'), meter);
  const original = await originals.get(originalKey(variant.id));
  if (!original) return errorResponse(404, 'image not found');
  const made = await makeVariant(original.bytes, variant);
  if ('problem' in made) return errorResponse(422, made.problem);
  const { bytes } = made;
  const { type } = original;
  await variants.put(path.slice(1), { bytes, type, cacheControl: immutable });
  return imageResponse({ bytes, type }, path);
}

/**
 * Makes a variant, or says what is wrong with the image, of which the log then says more. Throws where nothing is
 * wrong with it, for then the fault is ours.
 */
export async function makeVariant(
  original: Buffer,
  variant: Variant,
): Promise<{ bytes: Buffer } | { problem: string }> {
  try {
    return { bytes: await render(original, variant) };
  } catch (error) {
    const problem = error instanceof Error ? await findProblem(original, error) : undefined;
    if (!(error instanceof Error) || problem === undefined) throw error;
    log({
      level: 'warn',
      event: 'image_render_failed',
      error_name: error.name,
      error_stack: listStackFrames(error),
    });
    return { problem };
  }
}
