/** Title and purpose of each page. */
export const page = {
  studentApplication: { title: 'Registrations', about: 'Students who registered by invitation' },
  invitations: { title: 'Invitations', about: 'Invitations to register and their use' },
};
