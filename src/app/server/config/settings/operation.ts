import * as Type from 'typebox/type';
import { setting, text } from '../setting.ts';

/** Log, proxies, hosts and monitoring. */
export const operationSettings = {
  XINYU_ALLOW_DEMO_DATA: setting(Type.Literal('yes'), {
    expects: 'yes',
    example: 'yes',
    about: 'Lets production start on a database that holds demo data. The demo passwords are public.',
  }),
  LOG_LEVEL: setting(
    Type.Union([
      Type.Literal('fatal'),
      Type.Literal('error'),
      Type.Literal('warn'),
      Type.Literal('info'),
      Type.Literal('debug'),
      Type.Literal('trace'),
      Type.Literal('silent'),
    ]),
    {
      fallback: 'info',
      expects: 'fatal、error、warn、info、debug、trace 或 silent',
      example: 'info',
      about: 'Lowest level that is logged. `npm start` sets `warn`.',
    },
  ),
  TRUST_PROXY: setting(text({}), {
    expects: '逗号分隔的代理地址或网段，或 loopback',
    example: 'loopback,10.0.0.0/8',
    about: 'Reverse proxies whose `X-Forwarded-*` headers are trusted for client address and protocol.',
    allowed: 'addresses, networks, `loopback`, `linklocal` or `uniquelocal`, separated by commas',
  }),
  SHARED_HOSTS: setting(text({ pattern: '^[A-Za-z0-9.-]+(\\s*,\\s*[A-Za-z0-9.-]+)*$' }), {
    expects: '逗号分隔的域名',
    example: 'xinyu.example.cn,www.xinyu.example.cn',
    about:
      'Host names that all organisations share and none may claim. If unset in production, organisations cannot set a host of their own.',
    allowed: 'host names separated by commas',
  }),
  ALLOWED_HOSTS: setting(text({ pattern: '^[A-Za-z0-9.:[\\]-]+(\\s*,\\s*[A-Za-z0-9.:[\\]-]+)*$' }), {
    expects: '逗号分隔的域名或地址，不带端口',
    example: 'xinyu.example.cn,192.168.1.20',
    about:
      'Host names and addresses under which the portal answers, beside those of `SHARED_HOSTS`, the hosts of sites and loopback names. Any other gets 421, except `/healthz`, `/readyz` and `/metrics`.',
    allowed: 'host names or addresses separated by commas, without ports',
  }),
  ONLINE_SERVICE_LINK: setting(text({ pattern: '^https?://[^\\s]+$' }), {
    expects: 'http:// 或 https:// 开头的地址，可含 {org_id}',
    example: 'https://service.example.cn/?from={org_id}',
    about: 'Address of the online service, shown as a QR code in the user menu.',
    allowed: 'an `http://` or `https://` address; `{org_id}` stands for the organisation',
  }),
  ONLINE_SERVICE_PHONE: setting(text({ pattern: '^[0-9+() -]{5,30}$' }), {
    expects: '电话号码',
    example: '400-000-0000',
    about: 'Phone number beside the QR code.',
    allowed: 'a phone number',
  }),
  ONLINE_SERVICE_HOURS: setting(text({ maxLength: 60 }), {
    expects: '不超过 60 个字的服务时间',
    example: '工作日 9:00–18:00',
    about: 'When the online service answers.',
    allowed: 'a text of at most 60 characters',
  }),
  ONLINE_SERVICE_WITHOUT_TEXT: setting(text({ pattern: '^[A-Za-z0-9_-]+(\\s*,\\s*[A-Za-z0-9_-]+)*$' }), {
    expects: '逗号分隔的单位编号',
    example: '1001',
    about: 'Organisations that see only the QR code, without text.',
    allowed: 'ids of organisations separated by commas',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(text({ pattern: '^https?://[^\\s?#]+$' }), {
    expects: 'http:// 或 https:// 开头的地址，不带 /v1/traces',
    example: 'http://127.0.0.1:4318',
    about:
      'OpenTelemetry collector (OTLP over HTTP). With it the server sends spans of requests, statements without values, and jobs; without it nothing of it is loaded. The standard variables of OpenTelemetry for headers, sampling and batches (`OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_TRACES_SAMPLER`, `OTEL_BSP_…`) hold too.',
    allowed: 'an `http://` or `https://` address',
  }),
  METRICS_TOKEN: setting(text({ minLength: 16 }), {
    expects: '至少 16 个字符',
    example: '$(openssl rand -hex 16)',
    about: 'Bearer token for reading `/metrics` from another machine. Without it only this machine can read it.',
    allowed: 'at least 16 characters',
    secret: true,
  }),
};
