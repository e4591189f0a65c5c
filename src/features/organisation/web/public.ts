export { useClassesTree, useEduStructures, useFaculty, useSchoolYears } from './fields/use-structures.ts';
