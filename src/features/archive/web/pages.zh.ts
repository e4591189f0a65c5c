/** Title and purpose of each page. */
export const page = {
  archive: { title: '心理健康档案', about: '学生的测评、预警和干预记录' },
};
