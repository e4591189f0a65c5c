/** Texts of colleges and majors. */
export const faculty = { colleges: 'Colleges', majors: 'Majors' };
