import type { ArchiveSources } from './archive-stores.ts';

/** How far a section was written. */
export interface SectionProgress {
  /** The sort key of the last item that was written. Absent at the beginning. */
  after?: string;
  /** How many items were written. */
  items: number;
}

/** A piece of a section, made from the items up to a sort key. */
interface Piece {
  after: string;
  items: number;
}

/** A piece of a document: the text of some items. */
export interface DocumentPiece extends Piece {
  text: string;
}

/** A file that is written item by item. Items are read page by page, so memory suffices. */
export interface DocumentSection {
  kind: 'document';
  /** The name of the file. */
  name: string;
  /** The text before the first item, and after the last one. */
  begin: string;
  end: string;
  /** Reads what follows after the progress. */
  read(sources: ArchiveSources, progress: SectionProgress): AsyncIterable<DocumentPiece>;
}

/** A file that is stored as it is, e.g. an image. */
export interface ArchiveFile {
  name: string;
  /** The time that the archive shows for it. */
  modified: string;
  content: Buffer;
}

/** A piece of a section of files. It has no file if the file no longer exists. */
export interface FilePiece extends Piece {
  file?: ArchiveFile;
}

/** Files that are stored as they are. */
export interface FileSection {
  kind: 'files';
  name: string;
  count(sources: ArchiveSources): Promise<number>;
  /** Reads what follows after the progress. */
  read(sources: ArchiveSources, progress: SectionProgress): AsyncIterable<FilePiece>;
}

/** A part of the archive, which is its sections one after the other. */
export type ArchiveSection = DocumentSection | FileSection;
