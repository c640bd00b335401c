import type { LambdaFunctionURLEvent } from 'aws-lambda';
import { errors, ServiceError } from '#shared/errors/errors.ts';
import { listStackFrames, log } from '#shared/runtime/log.ts';
import { type Meter, newMeter } from '#shared/runtime/meter.ts';
import { errorResponse, type FunctionUrlResponse } from './responses.ts';
import { serveVariant } from './serve-variant.ts';

/** Makes the image that a path of the CDN asks for, keeps it under that path, and answers it. */
export async function handler({
  rawPath,
  requestContext,
}: LambdaFunctionURLEvent): Promise<FunctionUrlResponse> {
  const meter = newMeter();
  const startedAt = performance.now();
  const { answer, error } = await answerOrFail(rawPath, meter);
  log({
    level: error ? 'error' : 'info',
    event: 'request',
    endpoint: 'cdn/image-render',
    request_id: requestContext.requestId,
    status: answer.statusCode,
    duration_ms: Math.round((performance.now() - startedAt) * 10) / 10,
    ...meter.readings(),
    ...(error && { error_name: error.name, error_stack: listStackFrames(error) }),
  });
  return answer;
}

/** A failure is answered as one that is not to be kept: the same request may succeed the next time. */
async function answerOrFail(
  path: string,
  meter: Meter,
): Promise<{ answer: FunctionUrlResponse; error?: Error }> {
  try {
    return { answer: await serveVariant(path, meter) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { status, message } = errors[error instanceof ServiceError ? 'unavailable' : 'internal'];
    return { answer: errorResponse(status, message(), 'no-store'), error };
  }
}
