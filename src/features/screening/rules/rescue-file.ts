/** What a rescue file says in clear: ids only, no name and no number of answers. */
export interface RescueHead {
  org_id: string;
  child_exam_id: string;
  /** By the clock of the device. */
  saved_at: string;
}
export interface RescueFile extends RescueHead {
  /** Nonce, encrypted content and tag, base64url. */
  sealed: string;
}

/** What a rescue file holds, encrypted. */
export interface RescueContent {
  device_id: string;
  answers: readonly { scale_id: string; item_id: string; value: unknown; answered_at: string; seq: number }[];
}

const KIND = 'xinyu-rescue-1';
/** Label of the file's key, which is derived from the sheet's. */
export const RESCUE_KEY = 'xinyu rescue file';
export const NONCE_LENGTH = 12;
export const TAG_LENGTH = 16;
/** The content is filled up to a multiple of this, so that the size of a file does not tell how much was answered. */
export const RESCUE_BLOCK = 4096;

/** Authenticated with the content, so that a file cannot be given to another sheet or be dated differently. */
export const boundTo = ({ org_id, child_exam_id, saved_at }: RescueHead): string =>
  [KIND, org_id, child_exam_id, saved_at].join('\n');

export const writeRescueFile = (file: RescueFile): string => JSON.stringify({ kind: KIND, ...file });

/** @returns undefined where the text is no rescue file */
export function readRescueFile(text: string): RescueFile | undefined {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof file !== 'object' || file === null) return undefined;
  const { kind, org_id, child_exam_id, saved_at, sealed } = file as Partial<Record<string, unknown>>;
  const isText = (value: unknown): value is string => typeof value === 'string';
  return kind === KIND && isText(org_id) && isText(child_exam_id) && isText(saved_at) && isText(sealed)
    ? { org_id, child_exam_id, saved_at, sealed }
    : undefined;
}
