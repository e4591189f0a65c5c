import { errorEntry, type ErrorCodes } from '../../platform/errors/catalogue.ts';

declare module '../../platform/errors/catalogue.ts' {
  interface ErrorCodes {
    PSY_STUDENT_HAS_RECORDS: ErrorEntry;
    PSY_STUDY_STATUS: ErrorEntry;
    PSY_NO_PLACES_LEFT: ErrorEntry;
  }
}

export const errors = {
  PSY_STUDENT_HAS_RECORDS: errorEntry(409, '学生已有关联的记录，不能删除'),
  PSY_STUDY_STATUS: errorEntry(409, '学生当前的学籍状态不能这样操作'),
  PSY_NO_PLACES_LEFT: errorEntry(409, '可开通的账号名额已用完'),
} satisfies Partial<ErrorCodes>;
