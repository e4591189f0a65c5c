import type { Area } from '../../access/generated/areas.ts';

/** Opens the subject of a notice if the role may open the area. `of` is the entity of a row. */
export interface NoticeOpening {
  area: Area;
  run: (id: string, go: (path: string) => void, of: string) => void;
}

/** How notices about a subject of the feature behave. */
export interface NoticeSubject {
  /** Absent if the header opens the subject. */
  open?: NoticeOpening;
  /** Opens something else where the role may not open the subject. */
  otherwise?: NoticeOpening;
  /** The page that a student or guardian opens; absent where they have none. */
  ownAddress?: (id: string) => string;
  /** Kinds of notices that ask the reader to take over the subject. */
  asking?: readonly string[];
  /** Takes over the subject. @throws ApiError */
  take?: (id: string) => Promise<unknown>;
}
