import { AppError } from './app-error.ts';

/**
 * An input that is wrong in one field.
 *
 * @param field As a pointer (`/name`), empty for the whole
 * @param message In Chinese, for the person who typed it
 */
export const invalid = (field: string, message: string): AppError =>
  new AppError('PSY_INVALID_INPUT', { details: [{ field, message }] });

/** Like `invalid`, and the message is the whole answer's too. */
export const invalidWithMessage = (field: string, message: string): AppError =>
  new AppError('PSY_INVALID_INPUT', { message, details: [{ field, message }] });
