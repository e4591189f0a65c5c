import { lazyPage } from '../../../platform/ui/web/lazy-page.ts';

/** The help button of students and guardians, for the header. */
export const loadHelpButton = async () => (await import('./own/HelpButton.tsx')).HelpButton;
/** The screenings of a student, for the archive. */
export const ChildExams = lazyPage(() => import('./planning/ChildExams.tsx').then((m) => m.ChildExams));
