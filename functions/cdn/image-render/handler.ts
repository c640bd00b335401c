import type { LambdaFunctionURLEvent } from 'aws-lambda';
import { errors, ServiceError } from '#shared/errors/errors.ts';
import { listStackFrames, log } from '#shared/runtime/log.ts';
import { type Meter, newMeter } from '#shared/runtime/meter.ts';
import { answerPicture } from './answer-picture.ts';
import { type Answer, refusal } from './answers.ts';

/** Makes the picture that a path of the CDN asks for, keeps it under that path, and answers it. */
export async function handler({
  rawPath,
  requestContext,
}: LambdaFunctionURLEvent): Promise<Answer> {
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
): Promise<{ answer: Answer; error?: Error }> {
  try {
    return { answer: await answerPicture(path, meter) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { status, message } = errors[error instanceof ServiceError ? 'unavailable' : 'internal'];
    return { answer: refusal(status, message(), 'no-store'), error };
  }
}
