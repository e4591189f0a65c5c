/** An encrypted answer in the browser's database. */
export interface StoredAnswer {
  userId: string;
  sheetId: string;
  seq: number;
  /** Milliseconds until which it is kept. */
  until: number;
  sealed: Uint8Array;
}

/** Unsent answers of everybody who used this browser; each person's can be read only with the key of the sheet. */
export interface Database {
  put(answer: StoredAnswer): Promise<void>;
  answersOf(userId: string, sheetId: string): Promise<StoredAnswer[]>;
  /** Sheets of a person that have unsent answers, and how many. */
  sheetsOf(userId: string): Promise<Map<string, number>>;
  remove(userId: string, sheetId: string, seqs: readonly number[]): Promise<void>;
  clear(userId: string, sheetId: string): Promise<void>;
  /** Deletes what is past its time. */
  forget(now: number): Promise<void>;
}

const NAME = 'xinyu-answers';
const STORE = 'answers';
const USER = 'user';
const UNTIL = 'until';
/** After every text and number as the last part of a key. */
const LAST: IDBValidKey = [];

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('the database failed')));
  });
const committed = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('the transaction was aborted')));
  });

function open(factory: IDBFactory): Promise<IDBDatabase> {
  const request = factory.open(NAME, 1);
  request.addEventListener('upgradeneeded', () => {
    const store = request.result.createObjectStore(STORE, { keyPath: ['userId', 'sheetId', 'seq'] });
    store.createIndex(USER, 'userId');
    store.createIndex(UNTIL, 'until');
  });
  return done(request);
}

/** Opens the browser's database; undefined where it has none or forbids it. */
export async function openDatabase(
  factory: IDBFactory | undefined = globalThis.indexedDB,
): Promise<Database | undefined> {
  let database: IDBDatabase;
  try {
    if (factory === undefined) return undefined;
    database = await open(factory);
  } catch {
    return undefined;
  }
  // Another window may need a newer version.
  database.addEventListener('versionchange', () => database.close());
  const reading = () => database.transaction(STORE, 'readonly').objectStore(STORE);
  async function writing(work: (store: IDBObjectStore) => void): Promise<void> {
    // `strict`: the answer is on the disk when this resolves, so that a power cut does not lose it.
    const transaction = database.transaction(STORE, 'readwrite', { durability: 'strict' });
    const ended = committed(transaction);
    work(transaction.objectStore(STORE));
    await ended;
  }
  const ofSheet = (userId: string, sheetId: string) => IDBKeyRange.bound([userId, sheetId], [userId, sheetId, LAST]);
  return {
    put: (answer) => writing((store) => void store.put(answer)),
    answersOf: (userId, sheetId) => done(reading().getAll(ofSheet(userId, sheetId)) as IDBRequest<StoredAnswer[]>),
    async sheetsOf(userId) {
      const counts = new Map<string, number>();
      const keys = await done(reading().index(USER).getAllKeys(userId));
      for (const key of keys) {
        const sheetId = Array.isArray(key) ? String(key[1]) : '';
        counts.set(sheetId, (counts.get(sheetId) ?? 0) + 1);
      }
      return counts;
    },
    remove: (userId, sheetId, seqs) =>
      writing((store) => {
        for (const seq of seqs) store.delete([userId, sheetId, seq]);
      }),
    clear: (userId, sheetId) => writing((store) => void store.delete(ofSheet(userId, sheetId))),
    forget: (now) =>
      writing((store) => {
        const request = store.index(UNTIL).openKeyCursor(IDBKeyRange.upperBound(now));
        request.addEventListener('success', () => {
          const cursor = request.result;
          if (!cursor) return;
          store.delete(cursor.primaryKey);
          cursor.continue();
        });
      }),
  };
}

let shared: Promise<Database | undefined> | undefined;
/** The one connection of this window. */
export const theDatabase = (): Promise<Database | undefined> => (shared ??= openDatabase());
