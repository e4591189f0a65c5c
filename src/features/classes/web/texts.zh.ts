/** Texts of colleges and majors. */
export const faculty = { colleges: '院系', majors: '专业' };
