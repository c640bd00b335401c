import { findEnvironment } from './environment.ts';

/**
 * Multiplies a time limit by `TIME_LIMIT_FACTOR`, which defaults to 1. A larger factor is for slow
 * machines and for tests, whose results must not depend on speed.
 */
export function scaleTimeLimit(limit: number): number {
  return limit * Number(findEnvironment('TIME_LIMIT_FACTOR') ?? 1);
}
