/** Labels of row acts; in the first bundle. */
export const exportActs = { results: '导出结果', fhir: '导出测评资料' };
