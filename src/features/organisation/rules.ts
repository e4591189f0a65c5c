/** Grade numbers repeat between periods, so the id contains both. */
export const gradeId = (period: number, grade: number): string => `${period}-${grade}`;
