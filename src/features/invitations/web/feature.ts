import { firstRequests } from '../../../platform/crud/web/first-requests.ts';
import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { errors } from '../errors.ts';
import { CODE_TYPE, REGISTER_PAGE } from '../rules/codes.ts';
import { page } from './pages.zh.ts';

export const invitations: WebFeature = {
  name: 'invitations',
  errors,
  texts: { page },
  publicPages: [
    {
      path: REGISTER_PAGE[CODE_TYPE.single],
      load: async () => (await import('./register/RegisterPage.tsx')).SingleRegisterPage,
    },
    {
      path: REGISTER_PAGE[CODE_TYPE.group],
      load: async () => (await import('./register/RegisterPage.tsx')).GroupRegisterPage,
    },
  ],
  pages: [
    {
      key: 'studentApplication',
      path: '/student-register/application',
      area: 'student-application',
      group: 'org',
      order: 25,
      icon: async () => (await import('./icons.ts')).icons.userAdd,
      lists: { 'student-application': '' },
      requests: firstRequests('student-application', '/v1/portal/student_applications'),
      load: async () => (await import('./ApplicationsPage.tsx')).ApplicationsPage,
    },
    {
      key: 'invitations',
      path: '/student-register/invitation',
      area: 'invitation',
      products: ['single_invitation_code', 'group_invitation_code'],
      parent: 'studentApplication',
      icon: async () => (await import('./icons.ts')).icons.qrcode,
      lists: { invitation: '' },
      requests: firstRequests('invitation', '/v1/portal/invitations'),
      load: async () => (await import('./InvitationsPage.tsx')).InvitationsPage,
    },
  ],
};
