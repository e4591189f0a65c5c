import type { RequestContext } from '../../context/server/context.ts';
import { credentialsOf } from '../../identity/server/queries/accounts.ts';
import { payerOf } from '../../identity/server/sms-payer.ts';
import { SMS_WAYS_IN } from '../../identity/sms.ts';
import { PROVIDER_NAMES, type ProviderName } from '../provider.ts';

const nameOf = (provider: string): string => PROVIDER_NAMES[provider as ProviderName] ?? provider;

export const boundText = (provider: string): string =>
  `您的账号刚刚绑定了${nameOf(provider)}，以后可以用它登录。如非本人操作，请立即修改密码，并联系学校或单位的管理员。`;

export const releasedText = (providers: readonly string[]): string =>
  `您的账号密码已重置，绑定的${providers.map(nameOf).join('、')}已解除，需要时请登录后重新绑定。如非本人操作，请立即联系学校或单位的管理员。`;

/**
 * Tells the holder of an account by short message what became of the ways in, where a mobile is recorded. Call it after
 * the commit. Not awaited by its callers' answers: a message that fails undoes nothing.
 */
export function tellHolder(
  { services, requestId }: Pick<RequestContext, 'services' | 'requestId'>,
  userId: string,
  text: string,
): void {
  const { db, sms, log } = services;
  const send = async () => {
    if (!sms.available) return;
    const [[account]] = await db.read({ orgId: null, userId }, [credentialsOf(userId)]);
    if (!account?.mobile) return;
    await sms.send({ mobile: account.mobile, type: SMS_WAYS_IN, text, ...(await payerOf(services, userId)) });
  };
  send().catch((error: unknown) =>
    log.warn({ err: error, request_id: requestId, user_id: userId }, 'a message about ways in was not sent'),
  );
}
