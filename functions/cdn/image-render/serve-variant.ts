import { find, getSizeName, toOriginalKey } from '#functions/main/image/image.store.ts';
import { ServiceError } from '#shared/errors/errors.ts';
import type { Objects, StoredObject } from '#shared/objects/objects.ts';
import { getCause, listStackFrames, log } from '#shared/runtime/log.ts';
import type { Table } from '#shared/table/table.ts';
import { findProblem, render } from './render.ts';
import { type RenderPermit, requestPermit } from './render-guard.store.ts';
import {
  buildErrorResponse,
  buildImageResponse,
  buildRejection,
  type FunctionUrlResponse,
  fitsIntoResponse,
  immutable,
} from './responses.ts';
import { isInRange, parseVariant, type Variant } from './variant.ts';

/** The stores of images, and of what is rendered of them. */
export interface VariantStores {
  table: Table<'get' | 'update'>;
  originals: Objects<'get'>;
  variants: Objects<'put' | 'delete'>;
}

/**
 * Renders the variant at a path of the CDN and returns it. Stores it for later requests, unless the
 * image has the maximum number of stored variants. Throws if the original cannot be read, a large
 * variant cannot be stored, or an intact image cannot be rendered.
 */
export async function serveVariant(
  path: string,
  { table, originals, variants }: VariantStores,
): Promise<FunctionUrlResponse> {
  const notFound = buildErrorResponse(404, 'image not found');
  const variant = parseVariant(path);
  if (!variant) return notFound;
  if (!isInRange(variant)) {
    return buildErrorResponse(
      400,
      'width and height must be integers from 1 to 4096, e.g. w_320,h_240; ' +
        'leave a value empty to keep the aspect ratio, e.g. w_320,h_',
    );
  }

  const original = await originals.get(toOriginalKey(variant.id));
  if (!original) return notFound;

  const key = path.slice(1);
  const permit = await requestPermitOrLog(table, variant.id, key);
  if (permit.kind === 'reject') return buildRejection(permit.retryAfter);

  const result = await renderOrExplain(original.bytes, variant);
  if ('problem' in result) return buildErrorResponse(422, result.problem);

  const { type } = original;
  const { bytes } = result;
  const image = { bytes, type };
  if (permit.kind === 'render_and_store') {
    await storeVariant(variants, key, image);
    // The deletion of an image deletes the variants that are stored then. Later ones go here.
    if ((await find(table, variant.id)) === undefined) {
      await variants.delete(key);
      return notFound;
    }
  }
  // An image that is too large for a response needs a redirect to the stored variant, and this
  // variant is not stored.
  else if (!fitsIntoResponse(image)) return buildRejection();
  return buildImageResponse(image, path);
}

/**
 * Requests a permit to render a variant. If the table is unavailable, logs that, and permits to
 * render the variant without storing it.
 */
async function requestPermitOrLog(
  table: Table<'update'>,
  image_id: string,
  key: string,
): Promise<RenderPermit> {
  try {
    const size = getSizeName(key);
    return await requestPermit(table, { image_id, size }, new Date());
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { code } = error;
    const cause = getCause(error);
    log({ level: 'warn', event: 'image_variant_not_counted', code, cause });
    return { kind: 'render' };
  }
}

/**
 * Stores a variant for later requests. Logs a failure, because the response can contain the image.
 * Throws the failure if the image is too large for a response.
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
