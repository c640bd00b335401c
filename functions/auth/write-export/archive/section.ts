import type { ArchiveSources } from './archive-stores.ts';

/** How far a section was written. */
export interface SectionProgress {
  /**
   * The key of the last item that was written: its sort key, or its partition key if it is in a
   * partition of its own. Absent at the beginning.
   */
  after?: string;
  /** How many items were written. */
  items: number;
}

/** A piece of a section, made from some items. */
interface Piece {
  /** The key of the last item, as in `SectionProgress`. */
  after: string;
  /** How many items the piece is made from. */
  items: number;
}

/** A piece of a document: the text of some items. */
export interface DocumentPiece extends Piece {
  text: string;
}

/** A file that is written item by item. Only one page of items is in memory at a time. */
export interface DocumentSection {
  kind: 'document';
  /** The name of the file, by which a checkpoint refers to the section. */
  name: string;
  /** The text before the first item, and after the last one. */
  begin: string;
  end: string;
  /** Reads the pieces that follow after the progress. */
  read(sources: ArchiveSources, progress: SectionProgress): AsyncIterable<DocumentPiece>;
}

/** A file that is stored as it is, e.g. an image. */
export interface ArchiveFile {
  name: string;
  /** The time that the archive shows for the file. */
  modified: string;
  /** The bytes of the file. The next file overwrites them. */
  content: Buffer;
}

/** A piece of a section of files. The file is absent if it no longer exists. */
export interface FilePiece extends Piece {
  file?: ArchiveFile;
}

/** Files that are stored as they are. */
export interface FileSection {
  kind: 'files';
  /** The name of the section, by which a checkpoint refers to it. */
  name: string;
  /** Counts the files. */
  count(sources: ArchiveSources): Promise<number>;
  /** Reads the pieces that follow after the progress. */
  read(sources: ArchiveSources, progress: SectionProgress): AsyncIterable<FilePiece>;
}

/** A section of an archive. The archive has its sections one after the other. */
export type ArchiveSection = DocumentSection | FileSection;
