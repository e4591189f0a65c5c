import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { departmentStaff } from '../../../../src/features/organisation/contract/departments.ts';
import '../../../../src/features/organisation/web/fields/StaffControl.tsx';
import type { EntitySchema, FieldSchema } from '../../../../src/platform/schema/types.ts';
import { refusal } from '../../../support/msw.ts';
import { aSchool, dialog, schemaOf2001, visit } from './support.tsx';

const portal = aSchool();
const host: FieldSchema = {
  type: 'string',
  'x-kind': 'staff',
  title: '负责教师',
  maxLength: 64,
  'x-default': { var: '$me' },
  'x-tenant': true,
  'x-form': { on: ['create', 'edit'], order: 30 },
};
const schema: EntitySchema = { ...schemaOf2001, properties: { ...schemaOf2001.properties, host } };

it('names the person who is the default, also where the staff may not be listed', async () => {
  portal.answer(departmentStaff, refusal('AC_FORBIDDEN'));
  visit({ at: '/org-manage/class?create=1', schema });
  await dialog();
  const field = (await screen.findByLabelText('负责教师')).closest('.ant-select');
  await waitFor(() => expect(field).toHaveTextContent('李超'));
});
