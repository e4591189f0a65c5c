/** The page of a plan. */
export const examAddress = (examId: string): string => `/exam/${examId}`;
