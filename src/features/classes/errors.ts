import { errorEntry, type ErrorCodes } from '../../platform/errors/catalogue.ts';

declare module '../../platform/errors/catalogue.ts' {
  interface ErrorCodes {
    PSY_CLASS_HAS_STUDENTS: ErrorEntry;
  }
}

export const errors = {
  PSY_CLASS_HAS_STUDENTS: errorEntry(409, '班级中还有学生，不能删除'),
} satisfies Partial<ErrorCodes>;
