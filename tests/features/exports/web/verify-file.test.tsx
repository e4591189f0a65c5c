import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { verifyFile } from '../../../../src/features/exports/contract.ts';
import { VerifyFile } from '../../../../src/features/exports/web/VerifyFile.tsx';
import { aPortal, button, show } from '../../../support/component.tsx';

const portal = aPortal();
const CODE = '2345-6789-ABCD-EFGH';
const GENUINE = { genuine: true, org_name: '青禾市第一中学', kind: 'results', made_at: '2026-11-20T02:00:00Z' };
/** SHA-256 of `abc`. */
const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

const check = async (typed: string) => {
  const { user } = show(<VerifyFile />, { path: '/verify' });
  await user.type(screen.getByLabelText('校验码'), `${typed}{Enter}`);
  return user;
};

it('asks for the whole code before it asks the server', async () => {
  await check('2345');
  expect(await screen.findByText('请输入完整的 16 位校验码')).toBeVisible();
  expect(portal.requests(verifyFile)).toHaveLength(0);
});

it('says that a code is not known, and what to do', async () => {
  portal.answer(verifyFile, { genuine: false });
  await check(CODE);
  expect(await screen.findByText('没有找到这个校验码')).toBeVisible();
});

it('tells organisation, kind and time, and compares a file without sending it', async () => {
  portal.answer(verifyFile, GENUINE);
  const user = await check(CODE.toLowerCase());
  expect(await screen.findByText('测评结果数据')).toBeVisible();
  expect(screen.getByText('青禾市第一中学')).toBeVisible();
  portal.answer(verifyFile, { ...GENUINE, matches: true });
  await user.upload(screen.getByLabelText('选择文件'), new File(['abc'], '报告.pdf'));
  expect(await screen.findByText(/未经改动，与导出时完全一致/)).toBeVisible();
  expect(portal.requests(verifyFile).map(({ body }) => body)).toEqual([
    { code: '23456789ABCDEFGH' },
    { code: '23456789ABCDEFGH', sha256: ABC },
  ]);
  await waitFor(() => expect(button('选择文件')).toBeEnabled());
});

describe('a code behind the address', () => {
  afterEach(() => window.history.replaceState(null, '', '/'));

  it.each([
    ['is filled in', '#2345-6789-ABCD-EFGH', CODE],
    ['is left out when it is no valid text', '#%E0%A4%A', ''],
  ])('%s', (_behaviour, hash, shown) => {
    window.history.replaceState(null, '', `/verify${hash}`);
    show(<VerifyFile />, { path: '/verify' });
    expect(screen.getByLabelText('校验码')).toHaveValue(shown);
  });
});
