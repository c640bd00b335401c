import { findEnvironment } from './environment.ts';

/**
 * Multiplies a time limit by `TIME_LIMIT_FACTOR`, which defaults to 1. A larger factor keeps a slow
 * machine, or one that runs tests, from deciding what succeeds.
 */
export function scaleTimeLimit(limit: number): number {
  return limit * Number(findEnvironment('TIME_LIMIT_FACTOR') ?? 1);
}
