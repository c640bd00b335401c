/** The outcome of an operation that can fail in an expected way. */
export type Result<T, E> = Success<T> | Failure<E>;

interface Success<T> {
  ok: true;
  value: T;
}

interface Failure<E> {
  ok: false;
  error: E;
}

/** Returns the result of an operation that succeeded. */
export function success<const T>(value: T): Success<T> {
  return { ok: true, value };
}

/** Returns the result of an operation that failed. */
export function failure<const E>(error: E): Failure<E> {
  return { ok: false, error };
}
