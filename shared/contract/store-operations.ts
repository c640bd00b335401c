/** What a function may do with the table. Each operation is one IAM action. */
export type TableOperation = 'get' | 'query' | 'put' | 'update' | 'delete';

/**
 * What a function may do with a bucket. Each operation is one IAM action, except `abort`, which is
 * two: to list unfinished uploads and to abort them.
 */
export type ObjectOperation = 'get' | 'put' | 'delete' | 'list' | 'abort';
