import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import teacherJson from '../../../../schemas/entities/teacher.json' with { type: 'json' };
import { departmentsTree } from '../../../../src/features/organisation/contract/departments.ts';
import { grantableRoles } from '../../../../src/features/staff/contract/teachers.ts';
import { TeacherPage } from '../../../../src/features/staff/web/TeacherPage.tsx';
import { getPreference } from '../../../../src/platform/crud/contract/preferences.ts';
import { listViews } from '../../../../src/platform/crud/contract/views.ts';
import { aPortal, entityOf, schemaOf, show } from '../../../support/component.tsx';

const portal = aPortal();
const schema = schemaOf(teacherJson);

const teacher = (user_id: string, teacher_name: string) => ({
  user_id,
  teacher_name,
  login_name: `login-${user_id}`,
  enabled: true,
  updated_at: '2026-09-01T02:03:04.000Z',
});

it('offers to reset password and authenticator of others, and not in the row of the signed-in person', async () => {
  portal.answer(getPreference, { value: {} });
  portal.answer(listViews, { items: [] });
  portal.answer(departmentsTree, []);
  portal.answer(grantableRoles, { items: [], schools: [] });
  portal.answer(entityOf(schema).calls.list, { total: 2, items: [teacher('u1', '李超'), teacher('u9', '周小雨')] });
  show(<TeacherPage />, { may: { 'teacher-manage': ['open', 'reset-password'] }, schemas: { teacher: schema } });
  expect(await screen.findByRole('button', { name: '重设密码 周小雨' })).toBeVisible();
  expect(screen.getByRole('button', { name: '重置动态口令 周小雨' })).toBeVisible();
  expect(screen.getByText('李超')).toBeVisible();
  expect(screen.queryByRole('button', { name: /李超/ })).toBeNull();
});
