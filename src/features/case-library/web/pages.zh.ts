/** Title and purpose of each page. */
export const page = {
  caseLibrary: { title: '案例库', about: '去掉身份信息并经审核的个案，供校内学习' },
  libraryCase: { title: '案例', about: '一个去掉身份信息的个案' },
};
