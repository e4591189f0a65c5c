/** Labels of row acts; in the first bundle. */
export const archiveActs = { classes: '导出学生档案' };
