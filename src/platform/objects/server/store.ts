/** The form of a signed POST policy, which a browser sends with a file. */
export interface PostForm {
  /** Target of the form; relative where it is the portal itself. */
  host: string;
  access_id: string;
  policy: string;
  signature: string;
  /** Every field of the form in its order; the file follows as `file`. */
  fields: Record<string, string>;
}

/** Key prefix of uploads that the product has not accepted yet. */
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
 * The object store. The product chooses the keys: letters, digits, `-`, `_`, `.` in parts separated by `/`. No object
 * is public.
 *
 * @throws StoreUnavailable where it could not be reached or refused a valid request
 */
export interface ObjectStore {
  /** Origin that browsers post to, for the page's content security policy; undefined where it is the portal itself. */
  readonly origin: string | undefined;
  sign(terms: PostTerms): PostForm;
  /** The bytes; undefined where the object does not exist. @throws ObjectTooLarge */
  read(key: string, maxBytes: number): Promise<Buffer | undefined>;
  /** Atomic; replaces an existing object. */
  write(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Succeeds where the object does not exist. */
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
