import { ServiceError } from '#shared/errors/errors.ts';

/** Repeats a step while the table is busy, as a client does that gets a 503. */
export async function persist<Result>(step: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof ServiceError && error.code === 'unavailable')) throw error;
    }
  }
}
