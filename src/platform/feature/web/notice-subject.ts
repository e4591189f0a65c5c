import type { Area } from '../../access/areas.ts';

/** What a feature does with notices about one of its subjects. */
export interface NoticeSubject {
  /** Shows the subject to those who may open the area; absent where the header itself has it. */
  open?: { area: Area; run: (id: string, go: (path: string) => void) => void };
  /** Kinds of notices that ask the reader to take the subject on. */
  asking?: readonly string[];
  /** Takes the subject on. @throws ApiError */
  take?: (id: string) => Promise<unknown>;
}
