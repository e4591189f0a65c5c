/** Title and purpose of each page. */
export const page = {
  archive: { title: '心理健康档案', about: '学生的测评、预警和干预记录' },
  portrait: { title: '学生画像', about: '一名学生的等级、待办、最近的测评和联系' },
};
