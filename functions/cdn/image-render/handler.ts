import type { LambdaFunctionURLEvent } from 'aws-lambda';
import { openOriginals, openVariants } from '#functions/main/image/image.store.ts';
import { errors, ServiceError } from '#shared/errors/errors.ts';
import { describeFailure, log, type Meter, newMeter } from '#shared/runtime/log.ts';
import { openDeclaredTable } from '#shared/table/table.ts';
import definition from './function.ts';
import { buildErrorResponse, type FunctionUrlResponse } from './responses.ts';
import { serveVariant } from './serve-variant.ts';

/** Renders and stores the image variant at a path of the CDN, and returns it. */
export async function handler({
  rawPath,
  requestContext,
}: LambdaFunctionURLEvent): Promise<FunctionUrlResponse> {
  const meter = newMeter();
  const startedAt = performance.now();
  const { response, error } = await serveOrFail(rawPath, meter);
  const durationMs = performance.now() - startedAt;
  log({
    level: error ? 'error' : 'info',
    event: 'request',
    endpoint: 'cdn/image-render',
    request_id: requestContext.requestId,
    status: response.statusCode,
    duration_ms: Math.round(durationMs * 10) / 10,
    ...meter.readings(),
    ...(error && describeFailure(error)),
  });
  return response;
}

/**
 * Serves a variant. If that fails, returns an error response and the error to log. The response is
 * not cached, because the same request may succeed later.
 */
async function serveOrFail(
  path: string,
  meter: Meter,
): Promise<{ response: FunctionUrlResponse; error?: Error }> {
  try {
    const stores = {
      table: openDeclaredTable(definition, meter),
      originals: openOriginals(meter),
      variants: openVariants(meter),
    };
    return { response: await serveVariant(path, stores) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const code = error instanceof ServiceError ? 'unavailable' : 'internal';
    const { status, message } = errors[code];
    return { response: buildErrorResponse(status, message(), 'no-store'), error };
  }
}
