import type { TFunction } from 'i18next';
import type { Deletion } from '../../../platform/crud/web/deletion.ts';

/** A department with departments below it or with teachers is not deleted. */
export const deletionOf = (t: TFunction): Deletion => ({
  refusal(rows) {
    const [held, ...others] = rows.flatMap((row) => {
      const below = Number(row['child_count'] ?? 0);
      const teachers = Number(row['teacher_count'] ?? 0);
      const what = [
        ...(below > 0 ? [t('structure.heldBelow', { count: below })] : []),
        ...(teachers > 0 ? [t('structure.heldTeachers', { count: teachers })] : []),
      ];
      return what.length > 0
        ? [t('structure.held', { name: row['department_name'], what: what.join(t('structure.and')) })]
        : [];
    });
    // Of several rows some may be below others, which only the server knows.
    return rows.length === 1 && others.length === 0 ? held : undefined;
  },
});
