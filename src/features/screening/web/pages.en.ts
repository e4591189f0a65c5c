export const page = {
  mySheet: { title: 'Questionnaire', about: 'Fill in a questionnaire' },
  talks: { title: 'Requests for a talk', about: 'Read and answer requests of students and guardians' },
};
