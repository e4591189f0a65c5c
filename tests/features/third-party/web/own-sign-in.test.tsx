import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import teacherJson from '../../../../schemas/entities/teacher.json' with { type: 'json' };
import { getTeacherRoles, grantableRoles } from '../../../../src/features/staff/contract/teachers.ts';
import { RolesDialog } from '../../../../src/features/staff/web/RolesDialog.tsx';
import { ownProviders, putSso, type OwnProvider } from '../../../../src/features/third-party/own-contract.ts';
import { OwnSignInPage } from '../../../../src/features/third-party/web/OwnSignInPage.tsx';
// Inputs that the portal loads later are preloaded, so that no test waits for a file to be read.
import '../../../../src/platform/ui/web/fields/GroupPick.tsx';
import { chooseOption } from '../../../platform/crud/web/support.tsx';
import { aPortal, button, entityOf, holdProof, schemaOf, show } from '../../../support/component.tsx';
import { refusal } from '../../../support/msw.ts';

const portal = aPortal();
const sso: OwnProvider = {
  kind: 'sso',
  enabled: true,
  settings: {
    issuer: 'https://sso.example.edu.cn',
    client_id: 'portal',
    login_claim: 'preferred_username',
    title: '一中统一认证',
  },
  role_claim: { claim: 'roles', values: [{ value: 'psych', role_id: 8 }] },
  has_secret: true,
  updated_at: '2026-09-01T02:03:04.000Z',
  return_addresses: [],
};
const claimable = [
  { role_id: 8, role_name: '心理专职教师' },
  { role_id: 12, role_name: '校领导' },
];
beforeEach(() => {
  holdProof();
  portal.answer(ownProviders, { total: 1, items: [sso], claimable, suite_id: '' });
  portal.answer(putSso, { ok: true });
});

const open = async (acts: readonly string[] = ['open', 'update']) => {
  const { user } = show(<OwnSignInPage />, { may: { 'security-setting': acts } });
  const card = within(await screen.findByRole('form', { name: '统一身份认证（OpenID Connect）' }));
  await card.findByRole('button', { name: /添加一行/ });
  const line = (n: number) => within(card.getByRole('group', { name: `第 ${n} 行` }));
  const save = () => user.click(card.getByRole('button', { name: /保\s?存/ }));
  return { user, card, line, save };
};
const sent = () => (portal.requests(putSso).at(-1)?.body as { role_claim?: unknown } | undefined)?.role_claim;

it('shows which values of a claim give roles, and saves further lines', async () => {
  const { user, card, line, save } = await open();
  expect(card.getByLabelText('角色取自（声明）')).toHaveValue('roles');
  expect(line(1).getByRole('textbox', { name: /声明的值/ })).toHaveValue('psych');
  expect(line(1).getByText('心理专职教师')).toBeVisible();
  await user.click(card.getByRole('button', { name: /添加一行/ }));
  await save();
  expect(line(2).getAllByText('请填写')).toHaveLength(2);
  expect(portal.requests(putSso)).toHaveLength(0);
  await user.type(line(2).getByRole('textbox', { name: /声明的值/ }), ' lead ');
  await chooseOption(user, line(2).getByRole('combobox', { name: /角色/ }), '校领导');
  expect(screen.queryByText('超级管理员')).toBeNull();
  await save();
  await waitFor(() =>
    expect(sent()).toEqual({
      claim: 'roles',
      values: [
        { value: 'psych', role_id: 8 },
        { value: 'lead', role_id: 12 },
      ],
    }),
  );
});

it('shows a refusal at its line, and lets no claim give roles once claim and lines are taken away', async () => {
  portal.answer(
    putSso,
    refusal('PSY_INVALID_INPUT', {
      details: [{ field: '/role_claim/values/0/role_id', message: '心理专职教师不能由声明给出' }],
    }),
  );
  const { user, card, line, save } = await open();
  await save();
  expect(await line(1).findByRole('alert')).toHaveTextContent('心理专职教师不能由声明给出');
  await user.click(card.getByRole('button', { name: '删除声明的值与角色第 1 行' }));
  await save();
  expect(await card.findByRole('alert')).toHaveTextContent('请填写');
  portal.answer(putSso, { ok: true });
  await user.clear(card.getByLabelText('角色取自（声明）'));
  await save();
  await waitFor(() => expect(sent()).toBeNull());
});

it('saves further scopes, with one space between two, and none where the field is empty', async () => {
  const { user, card, save } = await open();
  const field = card.getByLabelText(/还要请求的授权范围/);
  expect(field).toHaveValue('');
  await save();
  await waitFor(() => expect(portal.requests(putSso).at(-1)?.body).toMatchObject({ scopes: '' }));
  await user.type(field, ' roles   groups ');
  await save();
  await waitFor(() => expect(portal.requests(putSso).at(-1)?.body).toMatchObject({ scopes: 'roles groups' }));
});

it('is closed to people who may only look', async () => {
  const { card } = await open(['open']);
  expect(card.getByLabelText('角色取自（声明）')).toBeDisabled();
  expect(card.getByRole('button', { name: /添加一行/ })).toBeDisabled();
  expect(card.queryByRole('button', { name: /保\s?存/ })).toBeNull();
});

it('names roles from a claim in the dialog of roles, which does not change them', async () => {
  portal.answer(grantableRoles, {
    items: claimable.map((role) => ({ ...role, scopes: [] })),
    schools: [],
  });
  portal.answer(getTeacherRoles, {
    teacher_name: '周小雨',
    updated_at: '2026-09-01T02:03:04.000Z',
    items: [{ role_id: 12, role_name: '校领导', role_extend: {} }],
    claimed: [{ role_id: 8, role_name: '心理专职教师', until: '2026-10-01T02:03:04.000Z' }],
  });
  show(<RolesDialog entity={entityOf(schemaOf(teacherJson))} id="u9" onClose={() => undefined} />);
  expect(await screen.findByText(/由统一身份认证给出：心理专职教师/)).toBeVisible();
  expect(screen.getByRole('checkbox', { name: '校领导' })).toBeChecked();
  expect(screen.getByRole('checkbox', { name: '心理专职教师' })).not.toBeChecked();
  expect(button('保存角色')).toBeEnabled();
});
