/** The help button of students and guardians, for the header. */
export const loadHelpButton = async () => (await import('./own/HelpButton.tsx')).HelpButton;
