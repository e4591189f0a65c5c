import { SMS_PURPOSE, SMS_REBOUND, SMS_WARNING, SMS_WAYS_IN } from '../../../platform/identity/sms.ts';
import type { AliyunOptions } from '../../../platform/sms/server/aliyun-sms.ts';
import type { GatewayOptions } from '../../../platform/sms/server/sms-gateway.ts';
import type { Values } from './settings.ts';

export interface SmsProvider {
  gateway?: GatewayOptions;
  aliyun?: AliyunOptions;
}

const TYPES = [...Object.values(SMS_PURPOSE), SMS_WARNING, SMS_REBOUND, SMS_WAYS_IN];

/** The one provider with all its settings, or none; two providers, or a part of one, are a problem. */
export function readSms(v: Values, problems: string[]): SmsProvider {
  const aliyun = readAliyun(v, problems);
  const url = v.SMS_GATEWAY_URL;
  if (aliyun && url !== undefined)
    problems.push('短信只能有一个出口：请去掉 SMS_GATEWAY_URL，或去掉 SMS_ALIYUN_ 开头的设置');
  return { ...(url !== undefined && { gateway: { url, token: v.SMS_GATEWAY_TOKEN } }), ...(aliyun && { aliyun }) };
}

function readAliyun(v: Values, problems: string[]): AliyunOptions | undefined {
  const parts = {
    SMS_ALIYUN_KEY_ID: v.SMS_ALIYUN_KEY_ID,
    SMS_ALIYUN_SECRET: v.SMS_ALIYUN_SECRET,
    SMS_ALIYUN_SIGN_NAME: v.SMS_ALIYUN_SIGN_NAME,
    SMS_ALIYUN_TEMPLATES: v.SMS_ALIYUN_TEMPLATES,
  };
  const missing = Object.entries(parts).flatMap(([name, value]) => (value ? [] : [name]));
  if (missing.length === Object.keys(parts).length) return undefined;
  const { SMS_ALIYUN_KEY_ID: keyId, SMS_ALIYUN_SECRET: secret, SMS_ALIYUN_SIGN_NAME: signName } = parts;
  if (!keyId || !secret || !signName || !parts.SMS_ALIYUN_TEMPLATES) {
    problems.push(`阿里云短信的设置不完整，还缺 ${missing.join('、')}：请补全，或把 SMS_ALIYUN_ 开头的都去掉`);
    return undefined;
  }
  const templates = readTemplates(parts.SMS_ALIYUN_TEMPLATES, problems);
  return { endpoint: v.SMS_ALIYUN_ENDPOINT, keyId, secret, signName, templates };
}

/** `1=SMS_…,2=SMS_…`: the template of each type of message. */
function readTemplates(text: string, problems: string[]): Map<number, string> {
  const templates = new Map(
    text.split(',').map((pair) => {
      const [type = '', code = ''] = pair.split('=');
      return [Number(type.trim()), code.trim()] as const;
    }),
  );
  const missing = TYPES.filter((type) => !templates.get(type));
  if (missing.length > 0)
    problems.push(`SMS_ALIYUN_TEMPLATES 还缺第 ${missing.join('、')} 类短信的模板，例如 ${missing[0]}=SMS_154950909`);
  return templates;
}
