import type { Services } from '../../../platform/context/server/services.ts';
import { openCases, openWarnings } from '../../crisis/server/public.ts';

/** What waits for people of an organisation: ids, times and levels, nothing about a student. */
export interface OpenWork {
  warnings: readonly { warnId: string; reportedAt: string; level: number | null }[];
  cases: readonly { caseId: string; openedAt: string; level: number; nextOn: string | null }[];
}

/** The open warnings and cases of an organisation. While it is suspended nobody works on them. */
export async function readOpenWork({ db }: Pick<Services, 'db'>, orgId: string): Promise<OpenWork> {
  const [warnings, cases] = await db.read({ orgId, userId: null }, [openWarnings(orgId), openCases(orgId)]);
  return {
    warnings: warnings.map(({ warn_id: warnId, reported_at: reportedAt, suggested_level: level }) => ({
      warnId,
      reportedAt,
      level,
    })),
    cases: cases.map(({ case_id: caseId, opened_at: openedAt, crisis_level: level, next_on: nextOn }) => ({
      caseId,
      openedAt,
      level,
      nextOn,
    })),
  };
}

export const hasOpenWork = ({ warnings, cases }: OpenWork): boolean => warnings.length + cases.length > 0;
