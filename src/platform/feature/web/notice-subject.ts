import type { Area } from '../../access/generated/areas.ts';

/** How notices about a subject of the feature behave. */
export interface NoticeSubject {
  /** Opens the subject if the role may open the area; absent if the header opens it. */
  open?: { area: Area; run: (id: string, go: (path: string) => void) => void };
  /** Kinds of notices that ask the reader to take over the subject. */
  asking?: readonly string[];
  /** Takes over the subject. @throws ApiError */
  take?: (id: string) => Promise<unknown>;
}
