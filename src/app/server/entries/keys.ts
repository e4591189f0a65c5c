// npm run keys -- new | status | rotate <org> | rotate-master: the keys that encrypt data at rest.
import { randomBytes } from 'node:crypto';
import { KEY_BYTES } from '../../../platform/crypto/server/key-text.ts';
import { keyStatus, rotateDataKey, rotateMasterKey } from '../../../platform/crypto/server/rotate-keys.ts';
import { masterName, renewalName, renewalPublicKey } from '../../../platform/crypto/server/wrapping.ts';
import { operate, requireTenant } from '../operating.ts';

const USAGE = `用法：
  npm run keys -- new             生成一套密钥，只显示一次，请分别保存
  npm run keys -- status          各单位的数据密钥：版本，由哪把主密钥加密，是否已封存
  npm run keys -- rotate <单位>   给一个单位换新的数据密钥，例如 rotate 2001
  npm run keys -- rotate-master   把所有数据密钥改由 MASTER_KEY 里的第一把加密（新的在前、旧的在后，以逗号分隔）`;

const [what, orgId] = process.argv.slice(2);

function printNew(): void {
  const renewal = randomBytes(KEY_BYTES);
  console.log(`# 交给服务器；请另外妥善保存，丢失后加密的内容无法恢复
MASTER_KEY=${randomBytes(KEY_BYTES).toString('hex')}
RENEWAL_PUBLIC_KEY=${renewalPublicKey(renewal).toString('base64url')}
# 不要放在服务器上：续期时才用，丢失后已到期单位的内容无法恢复
RENEWAL_KEY=${renewal.toString('base64url')}`);
}

if (what === 'new') printNew();
else if (what === 'status')
  await operate(import.meta.dirname, async ({ wrapping, ...parts }) => {
    console.log(
      `当前主密钥 ${wrapping.masters[0] ? masterName(wrapping.masters[0]) : '无'}，续期密钥 ${renewalName(wrapping.renewal)}`,
    );
    const all = await keyStatus(parts);
    for (const one of all)
      console.log(
        `  ${one.orgId}  第 ${one.version} 版（共 ${one.versions} 版）  ${one.wrappedBy.join('、')}${one.locked ? '  已封存' : ''}`,
      );
    if (all.length === 0) console.log('  还没有单位有数据密钥');
  });
else if (what === 'rotate' && orgId !== undefined)
  await operate(import.meta.dirname, async ({ wrapping, ...parts }) => {
    await requireTenant(parts, orgId);
    console.log(`${orgId} 已换用第 ${await rotateDataKey(parts, wrapping, orgId)} 版数据密钥`);
  });
else if (what === 'rotate-master')
  await operate(import.meta.dirname, async ({ wrapping, ...parts }) => {
    console.log(
      `已改由当前主密钥加密 ${await rotateMasterKey(parts, wrapping)} 把数据密钥；全部进程换用新的 MASTER_KEY 之后，就可以去掉旧的`,
    );
  });
else {
  console.error(USAGE);
  process.exitCode = 1;
}
