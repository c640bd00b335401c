/**
 * What a function may do with the table. Each operation is one IAM action, except `transact`: a
 * role that allows the changes of a transaction allows the transaction. `check` is a condition on
 * an item that a transaction leaves as it is.
 */
export type TableOperation =
  | 'get'
  | 'query'
  | 'put'
  | 'update'
  | 'delete'
  | 'check'
  | 'transact';

/**
 * What a function may do with a bucket. Each operation is one IAM action, except `abort`, which is
 * two: to list unfinished uploads and to abort them.
 */
export type ObjectOperation = 'get' | 'put' | 'delete' | 'list' | 'abort';
