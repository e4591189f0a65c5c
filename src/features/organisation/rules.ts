/** Grades of different periods may share a number, so an id of a grade says both. */
export const gradeId = (period: number, grade: number): string => `${period}-${grade}`;
