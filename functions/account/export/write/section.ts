import type { Objects } from '#shared/objects/objects.ts';
import type { Table } from '#shared/table/table.ts';

/** What an archive is made from. */
export interface ArchiveSources {
  user_id: string;
  table: Table<'query' | 'get'>;
  /** The bucket of uploaded originals. */
  originals: Objects<'get'>;
}

/** A piece of a section, made from some items. */
interface Piece {
  /**
   * The key of the last item: its sort key, or its partition key if it is in a partition of its
   * own. Reading can continue after it.
   */
  after: string;
}

/** A piece of a document: the text of some items. */
export interface DocumentPiece extends Piece {
  text: string;
}

/** A file that is written item by item. Only one page of items is in memory at a time. */
export interface DocumentSection {
  kind: 'document';
  /** The name of the file, by which a position refers to the section. */
  name: string;
  /** The text before the first item, and after the last one. */
  begin: string;
  end: string;
  /** Reads the pieces from the beginning or after a key. */
  read(sources: ArchiveSources, after?: string): AsyncIterable<DocumentPiece>;
}

/** A file that is stored as it is, e.g. an image. */
export interface ArchiveFile {
  name: string;
  /** The time that the archive shows for the file. */
  modified: string;
  content: Buffer;
}

/** A piece of a section of files. The file is absent if it no longer exists. */
export interface FilePiece extends Piece {
  file?: ArchiveFile;
}

/** Files that are stored as they are. */
export interface FileSection {
  kind: 'files';
  /** The name of the section, by which a position refers to it. */
  name: string;
  /** Counts the files. */
  count(sources: ArchiveSources): Promise<number>;
  /** Reads the pieces from the beginning or after a key. */
  read(sources: ArchiveSources, after?: string): AsyncIterable<FilePiece>;
}

/** A section of an export, which has its sections one after the other. */
export type ArchiveSection = DocumentSection | FileSection;
