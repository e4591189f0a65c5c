export const exportActs = { results: 'Export results', fhir: 'Export screening data' };
