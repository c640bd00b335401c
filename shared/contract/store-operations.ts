/** What a function may do with the table. Each operation is one IAM action. */
export type TableOperation = 'get' | 'query' | 'put' | 'update' | 'delete';

/**
 * What a function may do with a bucket. Each operation is one IAM action. Only `abort` is two: it
 * lists unfinished uploads, and aborts them.
 */
export type ObjectOperation = 'get' | 'put' | 'delete' | 'list' | 'abort';
