/** The page of a plan. */
export const examAddress = (examId: string): string => `/exam/${examId}`;
/** The page of a screening for a computer room. */
export const roomAddress = (examId: string): string => `/screening/room/${examId}`;
