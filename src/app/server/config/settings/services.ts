import * as Type from 'typebox/type';
import { setting, text } from '../setting.ts';

/** Services outside the process: SMS and object store. */
export const serviceSettings = {
  SMS_GATEWAY_URL: setting(text({ pattern: '^https?://[^\\s]+$' }), {
    expects: 'http:// 或 https:// 开头的地址',
    example: 'https://sms.example.cn/send',
    about:
      'SMS gateway: each message is a `POST` of `{"mobile", "type", "text"}`. Without it production sends no messages, and its pages say so.',
    allowed: 'an `http://` or `https://` address',
    secret: true,
  }),
  SMS_GATEWAY_TOKEN: setting(text({ minLength: 8 }), {
    expects: '至少 8 个字符',
    example: '$(openssl rand -hex 16)',
    about: 'Bearer token that the SMS gateway expects.',
    allowed: 'at least 8 characters',
    secret: true,
  }),
  SMS_ALIYUN_KEY_ID: setting(text({ pattern: '^[A-Za-z0-9]{8,128}$' }), {
    expects: '阿里云的 AccessKey ID',
    example: 'LTAI5tSample0001',
    about:
      'Access key id of Alibaba Cloud SMS, which may be used in place of a gateway. The key needs the right to send only.',
    allowed: '8–128 letters and digits',
  }),
  SMS_ALIYUN_SECRET: setting(text({ minLength: 8 }), {
    expects: '至少 8 个字符',
    example: 'kR3vYw9sLq2z',
    about: 'Secret of the access key.',
    allowed: 'at least 8 characters',
    secret: true,
  }),
  SMS_ALIYUN_SIGN_NAME: setting(text({ minLength: 2, maxLength: 24 }), {
    expects: '已审核的短信签名，2–24 个字符',
    example: '青禾心育',
    about: 'Registered sign name, which stands before each text.',
    allowed: '2–24 characters',
  }),
  SMS_ALIYUN_TEMPLATES: setting(text({ pattern: '^\\s*\\d+\\s*=\\s*\\w+\\s*(,\\s*\\d+\\s*=\\s*\\w+\\s*)*$' }), {
    expects: '每类短信的模板编号，用逗号分开',
    example:
      '1=SMS_154950901,2=SMS_154950902,3=SMS_154950903,4=SMS_154950904,5=SMS_154950905,6=SMS_154950906,7=SMS_154950907,8=SMS_154950908',
    about:
      'Registered template of each `type` of message (see operating.md). Templates of codes have the variable `code`; the templates of types 6, 7 and 8 have none.',
    allowed: '`type=template`, separated by commas',
  }),
  SMS_ALIYUN_ENDPOINT: setting(text({ pattern: '^https?://[^\\s?#]+$' }), {
    fallback: 'https://dysmsapi.aliyuncs.com',
    expects: 'http:// 或 https:// 开头的地址',
    example: 'https://dysmsapi.aliyuncs.com',
    about: 'Address of the SMS service.',
    allowed: 'an `http://` or `https://` address',
  }),
  SMS_PER_ORG_DAY: setting(Type.Integer({ minimum: 1, maximum: 1_000_000 }), {
    fallback: 3000,
    expects: '1–1000000 的整数',
    example: '3000',
    about:
      'Most messages that the people of one organisation cause in a day (China Standard Time). Messages about warnings are counted, and sent even beyond it.',
  }),
  OBJECT_STORE_URL: setting(text({ pattern: '^https?://[^\\s?#]+$' }), {
    expects: '存储桶的 http:// 或 https:// 地址',
    example: 'https://xinyu-media.oss-cn-hangzhou.aliyuncs.com',
    about:
      'Bucket of an OSS- or S3-compatible object store, at the address that browsers reach. Without it attached files are kept in `DATA_DIR`.',
    allowed: 'an `http://` or `https://` address',
  }),
  OBJECT_STORE_DIALECT: setting(Type.Union([Type.Literal('oss'), Type.Literal('s3')]), {
    fallback: 'oss',
    expects: 'oss 或 s3',
    example: 's3',
    about: 'How requests to the object store are signed: OSS signature version 1 or AWS signature version 4.',
  }),
  OBJECT_STORE_BUCKET: setting(text({ pattern: '^[a-z0-9][a-z0-9.-]{1,62}$' }), {
    expects: '存储桶的名称',
    example: 'xinyu-media',
    about: 'Name of the bucket.',
    allowed: 'a bucket name',
  }),
  OBJECT_STORE_KEY_ID: setting(text({ minLength: 3, maxLength: 128 }), {
    expects: '访问密钥的 ID',
    example: 'LTAI5tExample',
    about: 'Id of the access key. It needs only to read, write and delete in this bucket.',
    allowed: '3 to 128 characters',
  }),
  OBJECT_STORE_SECRET: setting(text({ minLength: 8, maxLength: 256 }), {
    expects: '访问密钥',
    example: '$(cat /run/secrets/object-store)',
    about: 'The access key.',
    allowed: '8 to 256 characters',
    secret: true,
  }),
  OBJECT_STORE_REGION: setting(text({ pattern: '^[a-z0-9-]{1,40}$' }), {
    fallback: 'us-east-1',
    expects: '区域名称',
    example: 'cn-north-1',
    about: 'Region in `s3` signatures.',
    allowed: 'a region name',
  }),
};
