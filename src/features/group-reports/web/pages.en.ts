export const page = {
  groupReport: {
    title: 'Group report',
    about: 'Participation, distributions and comparison in school, grade and class',
  },
  areaReport: { title: 'Area report', about: 'A plan in all schools, rounded numbers of students only' },
  areaSchoolReport: { title: 'School report', about: 'A plan in one school, rounded numbers of students only' },
};
