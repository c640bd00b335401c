import type { MultipartUploads } from '#shared/objects/multipart-uploads.ts';
import type { Objects } from '#shared/objects/objects.ts';
import type { Table } from '#shared/table/table.ts';

/** What an archive is made from. */
export interface ArchiveSources {
  user_id: string;
  table: Table<'query' | 'get'>;
  /** The bucket of uploaded originals. */
  originals: Objects<'get'>;
}

/** Where an archive is written. */
export interface ArchiveTarget {
  user_id: string;
  export_id: string;
  uploads: MultipartUploads;
  /** The bucket of exports, for the records of the parts. */
  exportFiles: Objects<'get' | 'put'>;
  /** The minimum size of a part in bytes. */
  partSize: number;
}
