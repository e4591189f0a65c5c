import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import {
  authenticatorStatus,
  boundMobile,
  checkAuthenticator,
  checkPassword,
  checkSms,
} from '../../../../src/features/verification/contract.ts';
import { ProofForms } from '../../../../src/features/verification/web/ProofForms.tsx';
import { SmsForm } from '../../../../src/features/verification/web/SmsForm.tsx';
import type { DataOf } from '../../../../src/platform/contract/endpoint.ts';
import { aPortal, button, later, show } from '../../../support/component.tsx';
import { NO_NETWORK, refusal } from '../../../support/msw.ts';

const portal = aPortal();
const proof = { secondary_token: 'proof', expires_at: '2026-11-20T02:10:00.000Z' };
const onProof = vi.fn();
beforeEach(() => onProof.mockReset());

it('a password is sent once, however often the button is pressed', async () => {
  portal.answer(boundMobile, {});
  portal.answer(authenticatorStatus, { enrolled: false, required: false, recovery_codes_left: 0 });
  const answered = later<DataOf<typeof checkPassword>>();
  portal.answer(checkPassword, answered.answer);
  const { user } = show(<ProofForms onProof={onProof} />);
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

it('an authenticator app comes first where there is one', async () => {
  portal.answer(boundMobile, { mobile: '199****0001' });
  portal.answer(authenticatorStatus, { enrolled: true, required: false, recovery_codes_left: 10 });
  show(<ProofForms onProof={onProof} />);
  expect(await screen.findByRole('tab', { name: '动态口令', selected: true })).toBeVisible();
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    '动态口令',
    '短信验证',
    '密码验证',
  ]);
});

it('an authenticator app is the only way where the role must use it', async () => {
  portal.answer(boundMobile, { mobile: '199****0001' });
  portal.answer(authenticatorStatus, { enrolled: true, required: true, recovery_codes_left: 10 });
  portal.answer(checkAuthenticator, proof);
  const { user } = show(<ProofForms onProof={onProof} />);
  const code = await screen.findByRole('textbox', { name: '动态口令' });
  await user.type(code, '{Enter}');
  expect(await screen.findByText('请输入动态口令')).toBeVisible();
  expect(screen.queryByRole('tab')).toBeNull();
  await user.type(code, '123456{Enter}');
  await waitFor(() => expect(onProof).toHaveBeenCalledExactlyOnceWith(proof));
});
