import { exportFormat, exportVersion } from '#shared/contract/export-format.ts';
import type { Objects } from '#shared/objects/objects.ts';
import type { ImportJob } from '../file-import.ts';
import { toImportFileKey } from '../import-file-keys.ts';
import { openObjectSource } from './file-source.ts';
import { listBounds } from './list-bounds.ts';
import { collectPieces } from './pieces.ts';
import { isZip, openZip, type ZipMember } from './zip.ts';

/** What an import needs of the manifest of an export. */
export interface ExportManifest {
  /** Whether this version can read the export. */
  isReadable: boolean;
  /** The user whose data it is, if it tells. */
  user_id?: string;
  /** When the export was made, if it tells. */
  created_datetime?: string;
  /** What it says about the images in the archive, which may be anything. */
  images: readonly unknown[];
}

const manifestFile = /^manifest(?:-\d+)?\.json$/;

/** A manifest lists at most the images of an archive. */
const maxManifestBytes = 8 * 1024 * 1024;

/** Finds an export of this service. Returns undefined if an archive is none. */
export async function findOwnExport(
  archived: readonly ZipMember[],
): Promise<OpenExport | undefined> {
  const members = withoutFolder(archived);
  const manifest = await readManifest(members);
  return manifest && { manifest, members };
}

/**
 * Returns files without the folder that has all of them: browsers of macOS unpack what they
 * download, and who packs the folder again has it in the archive.
 */
function withoutFolder(members: readonly ZipMember[]): readonly ZipMember[] {
  const folder = /^[^/]+\//.exec(members[0]?.name ?? '')?.[0] ?? '';
  if (!members.every(({ name }) => name.startsWith(folder))) return members;
  return members.map((member) => ({ ...member, name: member.name.slice(folder.length) }));
}

async function readManifest(
  members: readonly ZipMember[],
): Promise<ExportManifest | undefined> {
  const member = members.find(({ name }) => manifestFile.test(name));
  if (!member || member.size > maxManifestBytes) return undefined;
  const bytes = await collectPieces(member.read(), member.size);
  if (typeof bytes === 'string') return undefined;
  try {
    const stated = JSON.parse(String(bytes)) ?? {};
    const { format, version, user_id, created_datetime, images } = stated;
    if (format !== exportFormat) return undefined;
    const isReadable = version <= exportVersion;
    const listed = Array.isArray(images) ? images : [];
    return { isReadable, user_id, created_datetime, images: listed };
  } catch {
    return undefined;
  }
}

/** The files of an export of this service. */
export interface OpenExport {
  manifest: ExportManifest;
  members: readonly ZipMember[];
}

/** Names of files that can be an archive: a file that a form has uploaded has no extension. */
const archiveName = /(?:\.zip|^[^.]+)$/i;

/** Opens the file of an import. Returns undefined if it is no export of this service. */
export async function openExport(
  files: Objects<'read'>,
  user_id: string,
  job: ImportJob,
): Promise<OpenExport | undefined> {
  if (!archiveName.test(job.file_name)) return undefined;
  const source = await openObjectSource(files, toImportFileKey(user_id, job), job.etag);
  if (!source || !isZip(await source.read(0, listBounds.start))) return undefined;
  const { members } = await openZip(source, { bytes: listBounds.bytes });
  return findOwnExport(members);
}
