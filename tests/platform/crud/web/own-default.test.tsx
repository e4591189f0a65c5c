import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { departmentStaff } from '../../../../src/features/organisation/contract/departments.ts';
import '../../../../src/features/organisation/web/fields/StaffControl.tsx';
import type { EntitySchema, FieldSchema } from '../../../../src/platform/schema/types.ts';
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

it('names the person who is the default, and asks for no staff that the role may not see', async () => {
  visit({ at: '/org-manage/class?create=1', schema });
  await dialog();
  const input = await screen.findByLabelText('负责教师');
  await waitFor(() => expect(input.closest('.ant-select')).toHaveTextContent('李超'));
  await userEvent.type(input, '王');
  expect(await screen.findByText('您没有查看该列表的权限，无法从中选择')).toBeInTheDocument();
  expect(portal.requests(departmentStaff)).toEqual([]);
});
