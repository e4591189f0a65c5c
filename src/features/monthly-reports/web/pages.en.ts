export const page = {
  monthlyReport: {
    title: 'Monthly report',
    about: 'Warnings, cases, interventions, consultations, referrals and screenings of a month, in numbers only',
  },
};
