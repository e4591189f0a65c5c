import { isObject } from '../../schema/json.ts';
import type { Attachment } from '../contract/media.ts';

/** The files that a row answers beside a field (`filesKeyOf`). */
export const filesAnswered = (value: unknown): Attachment[] =>
  (Array.isArray(value) ? (value as unknown[]) : []).filter(
    (file): file is Attachment & Record<string, unknown> => isObject(file) && typeof file['file_id'] === 'string',
  );
