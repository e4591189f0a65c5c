import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { checkPassword, checkSms } from '../../../../src/features/verification/contract.ts';
import { PasswordForm } from '../../../../src/features/verification/web/PasswordForm.tsx';
import { SmsForm } from '../../../../src/features/verification/web/SmsForm.tsx';
import type { DataOf } from '../../../../src/platform/contract/endpoint.ts';
import { aPortal, button, later, show } from '../../../support/component.tsx';
import { NO_NETWORK, refusal } from '../../../support/msw.ts';

const portal = aPortal();
const proof = { secondary_token: 'proof', expires_at: '2026-11-20T02:10:00.000Z' };
const onProof = vi.fn();
beforeEach(() => onProof.mockReset());

it('a password is sent once, however often the button is pressed', async () => {
  const answered = later<DataOf<typeof checkPassword>>();
  portal.answer(checkPassword, answered.answer);
  const { user } = show(<PasswordForm account="o2001r4" onProof={onProof} />);
  await user.type(await screen.findByLabelText('登录密码'), 'Demo-2026!');
  await user.dblClick(button('验证'));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(portal.requests(checkPassword)).toHaveLength(1));
  answered.give(proof);
  await waitFor(() => expect(onProof).toHaveBeenCalledExactlyOnceWith(proof));
  expect(portal.requests(checkPassword)).toHaveLength(1);
});

it('a wrong code is said at the field, which has the focus for the next try', async () => {
  portal.answer(checkSms, refusal('AC_SMS_CODE_WRONG', { status: 400, message: '短信验证码不正确或已过期' }));
  const { user } = show(<SmsForm mobile="199****0001" userId="u1" onProof={onProof} />);
  const field = await screen.findByLabelText('短信验证码');
  await user.type(field, '000000');
  await user.click(button('验证'));
  expect(await screen.findByText('短信验证码不正确或已过期')).toBeVisible();
  expect(field).toHaveFocus();
  expect(onProof).not.toHaveBeenCalled();
});

it('a broken connection leaves the code in its field, and the next try is sent', async () => {
  portal.answer(checkSms, NO_NETWORK);
  const { user } = show(<SmsForm mobile="199****0001" userId="u1" onProof={onProof} />);
  const field = await screen.findByLabelText('短信验证码');
  await user.type(field, ' 123456 ');
  await user.click(button('验证'));
  expect(await screen.findByText('网络错误！')).toBeVisible();
  expect(field).toHaveValue(' 123456 ');
  portal.answer(checkSms, proof);
  await user.click(button('验证'));
  await waitFor(() => expect(onProof).toHaveBeenCalledWith(proof));
  expect(portal.requests(checkSms).map(({ body }) => body)).toEqual([{ code: '123456' }, { code: '123456' }]);
});
