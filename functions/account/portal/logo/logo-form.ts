import * as z from 'zod/mini';
import { FormField } from '#functions/auth/browser/form.ts';
import type { MultipartDeclaration } from '#shared/contract/endpoint.ts';

/** The actions of the forms about the logo of an application. */
const logoActions = ['set', 'delete'] as const;
export type LogoAction = (typeof logoActions)[number];

/** A larger file is refused without the page. */
const maxUploadBytes = 4 * 2 ** 20;

/** The parts of the forms about the logo of an application. */
export const LogoForm = {
  form_token: { text: FormField },
  action: { text: z.enum(logoActions) },
  id: { text: FormField },
  logo: {
    // The page says itself that a file is too large for a logo.
    files: { maxBytes: maxUploadBytes, maxCount: 1, isOptional: true },
    description: 'The logo of the application.',
  },
} satisfies MultipartDeclaration;
