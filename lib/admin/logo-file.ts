import { readFile } from 'node:fs/promises';
import { type Logo, readLogo } from '#functions/auth/client/logo.ts';
import { createFieldError } from './errors.ts';

/** Reads a logo. Throws `validation_failed` if the file cannot be read or has no usable image. */
export async function readLogoFile(file: string): Promise<Logo> {
  const bytes = await readFile(file).catch(() => {
    throw createFieldError('logo', `cannot be read from ${file}`);
  });
  const logo = readLogo(bytes);
  if ('problem' in logo) throw createFieldError('logo', logo.problem);
  return logo;
}
