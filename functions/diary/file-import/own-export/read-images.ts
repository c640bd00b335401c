import * as z from 'zod/mini';
import { ImageUpload, imageLimits } from '#functions/main/image/image.ts';
import type { ExportedImage } from '#functions/main/image/imported-image.store.ts';
import { type ImageFile, readImageFile } from '#shared/image-format/image-format.ts';
import { findLimitProblem } from '#shared/image-format/image-limits.ts';
import { getIdTime, isId } from '#shared/runtime/ids.ts';
import { collectPieces } from '../archives/pieces.ts';
import type { ZipMember } from '../archives/zip.ts';

/** An image of an export whose file was not read yet. */
export interface ListedImage {
  /** Reads the image. Returns undefined if it is none that could be uploaded. */
  read(): Promise<ExportedImage | undefined>;
}

const Described = z.object({ id: z.string().check(z.refine(isId)), file: z.string() });

/**
 * Reads what the manifest of an export says about an image that was uploaded not later than a time
 * in epoch milliseconds, or returns `implausible`.
 */
export function readImage(
  stated: unknown,
  files: ReadonlyMap<string, ZipMember>,
  latest: number,
): ListedImage | 'implausible' {
  const described = Described.safeParse(stated);
  const place = ImageUpload.safeParse(stated);
  if (!described.success || !place.success) return 'implausible';
  const { id, file } = described.data;
  const member = files.get(file);
  const time = getIdTime(id).getTime();
  if (!member || !(time >= 0 && time <= latest)) return 'implausible';
  return {
    read: async () => {
      const image = await readFile(member);
      return image && { ...place.data, id, file: image };
    },
  };
}

async function readFile(member: ZipMember): Promise<ImageFile | undefined> {
  if (member.problem || member.size > imageLimits.maxBytes) return undefined;
  const bytes = await collectPieces(member.read(), member.size);
  const image = typeof bytes === 'string' ? undefined : readImageFile(bytes);
  const isAllowed = image && findLimitProblem(image, imageLimits) === undefined;
  return isAllowed ? image : undefined;
}
