/** What a browser sends along with a file, so that the store takes it: the form of a signed POST policy. */
export interface PostForm {
  /** Where the form goes; relative where it is the portal itself. */
  host: string;
  access_id: string;
  policy: string;
  signature: string;
  /** Every field of the form in its order; the file comes last, as `file`. */
  fields: Record<string, string>;
}

/** What browsers post lies under keys that begin so, until the product has taken it in. */
export const INCOMING = 'incoming/';

/** What may be posted. */
export interface PostTerms {
  key: string;
  contentType: string;
  /** Bytes. */
  maxBytes: number;
  /** Milliseconds. */
  until: number;
}

/**
 * Where files lie. Keys are made by the product: letters, digits, `-`, `_`, `.` in parts divided by `/`. Nothing in it
 * is public.
 *
 * @throws StoreUnavailable where it could not be reached or refused what it should not
 */
export interface ObjectStore {
  /** Origin that browsers post to, for the page's policy; undefined where it is the portal itself. */
  readonly origin: string | undefined;
  sign(terms: PostTerms): PostForm;
  /** The bytes; undefined where there is no such object. @throws ObjectTooLarge */
  read(key: string, maxBytes: number): Promise<Buffer | undefined>;
  /** Whole or not at all, over what was there. */
  write(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** What is not there is removed already. */
  remove(key: string): Promise<void>;
}

export class StoreUnavailable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StoreUnavailable';
  }
}

export class ObjectTooLarge extends Error {
  constructor() {
    super('the object is larger than expected');
    this.name = 'ObjectTooLarge';
  }
}

const KEY = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

/** Whether a text may be a key: no empty part, none that begins with a dot. */
export const isKey = (text: string): boolean => text.length <= 200 && KEY.test(text);
