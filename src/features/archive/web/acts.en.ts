export const archiveActs = { classes: 'Export archives' };
