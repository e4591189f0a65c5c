import { OUTBOX_PATH } from '../../../platform/sms/server/sms.ts';
import { demoLogins, DEMO_PASSWORD } from './logins.ts';

/** Columns in a terminal: Chinese characters take two. */
const columns = (text: string) =>
  [...text].reduce((sum, c) => sum + (/[\u1100-\u{1ffff}]/u.test(c) && !/[\u2000-\u200f]/.test(c) ? 2 : 1), 0);
const padded = (text: string, width: number) => text + ' '.repeat(Math.max(0, width - columns(text)));

/** What a demonstration prints when it is ready. */
export function demoBanner(address: string): string {
  const rows = demoLogins();
  const width = (of: (row: (typeof rows)[number]) => string) => Math.max(...rows.map((row) => columns(of(row)))) + 2;
  const [first, second] = [width((row) => row.login), width((row) => row.org_name)];
  const lines = rows.map(
    ({ login, org_name, title }) => `  ${padded(login, first)}${padded(org_name, second)}${title}`,
  );
  return `\n心育已就绪：${address}\n\n演示账号，密码都是 ${DEMO_PASSWORD}\n${lines.join('\n')}\n\n短信不会发出，验证码在 ${address}${OUTBOX_PATH}\n\n按 Ctrl+C 停止\n`;
}
