import type { MultipartUpload } from '#shared/objects/multipart-uploads.ts';
import type { ZipState } from '#shared/zip/zip-writer.ts';
import type { SectionProgress } from './section.ts';

/** The position in an archive from which writing continues. */
export interface ArchivePosition extends SectionProgress {
  /** The name of the section. An index would change if a later version added a section. */
  section: string;
}

/** The state of an unfinished archive, from which any process can continue. */
export interface Checkpoint {
  upload: MultipartUpload;
  /** How many parts were uploaded. Each has a record in the bucket of exports. */
  parts: number;
  zip: ZipState;
  position: ArchivePosition;
  /** Whether a pending record has bytes that no uploaded part has yet. */
  has_pending?: boolean;
  /** How many files are complete. */
  files_done: number;
}

/** The position after the last section. */
export const archiveEnd = 'end';

/** Returns the state of an archive that is still empty. */
export function newCheckpoint(upload: MultipartUpload, section: string): Checkpoint {
  return {
    upload,
    parts: 0,
    zip: { offset: 0 },
    position: { section, items: 0 },
    files_done: 0,
  };
}
