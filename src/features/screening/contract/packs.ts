import * as Type from 'typebox/type';
import { Done, Instant, Text } from '../../../platform/contract/common.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { ScaleDetail, ScaleId, scaleParams } from './scales.ts';
import { SheetScale } from './sheets.ts';

const packs = <const A extends string>(act: A) => ({ auth: 'org', area: 'screening/pack', act }) as const;
const strict = { additionalProperties: false } as const;

/** Bytes of a pack file; as JSON in a call it stays below the server's limit. */
export const PACK_FILE_MAX = 393_216;
/** Shortest declaration or reason, in characters: a click is none. */
export const REASON_MIN = 10;

const File = Text(PACK_FILE_MAX, 2);
const Version = Type.String({ pattern: '^[a-z0-9.-]{1,60}$' });
const Signature = Type.String({ description: 'unsigned、unknown（没有这个发布者的公钥，没有核验）或 valid' });

export const PackFinding = Type.Object({
  pointer: Type.String({ description: 'JSON Pointer，在文件里的位置' }),
  reason: Type.String(),
  fix: Type.String(),
});
export type PackFinding = Type.Static<typeof PackFinding>;

export const checkPack = endpoint({
  name: 'screening.check-pack',
  method: 'POST',
  path: '/v1/portal/scales/check',
  summary: '检查量表文件，不安装：全部问题，或老师和学生看到的样子',
  access: packs('install'),
  body: Type.Object({ file: File }, { ...strict, description: '文件的全文' }),
  response: Type.Object({
    findings: Type.Array(PackFinding),
    more: Type.Optional(Type.Integer({ description: '没有列出的问题数' })),
    pack: Type.Optional(
      Type.Object({
        detail: ScaleDetail,
        sheet: Type.Optional(SheetScale),
        checksum: Type.String(),
        signature: Signature,
        signed_by: Type.Optional(Type.String()),
        replaces: Type.Optional(
          Type.Object(
            { version: Type.String(), wording: Type.String(), own: Type.Boolean() },
            { description: '现在使用的版本' },
          ),
        ),
      }),
    ),
  }),
});

export const installPack = endpoint({
  name: 'screening.install-pack',
  method: 'POST',
  path: '/v1/portal/scales',
  summary: '安装量表文件，并声明本校取得的授权；声明记入操作日志',
  access: packs('install'),
  verified: true,
  status: 201,
  body: Type.Object(
    {
      file: File,
      declared_by: Type.String({ minLength: 2, maxLength: 60, description: '声明人的姓名' }),
      statement: Type.String({ minLength: REASON_MIN, maxLength: 500, description: '取得的授权和凭据' }),
    },
    strict,
  ),
  response: Type.Object({ scale_id: Type.String(), version: Type.String(), signature: Signature }),
});

const PackVersion = Type.Object({
  version: Type.String(),
  origin: Type.String({ description: 'product 产品自带，file 本校的文件，installed 本校安装' }),
  current: Type.Boolean({ description: '新的测评用这个版本' }),
  wording: Type.String(),
  plans: Type.Integer({ description: '用到它的测评数' }),
  installed_by_name: Type.Optional(Type.String()),
  installed_at: Type.Optional(Instant),
  declared_by: Type.Optional(Type.String()),
  statement: Type.Optional(Type.String()),
  signature: Type.Optional(Signature),
  signed_by: Type.Optional(Type.String()),
});
export type PackVersion = Type.Static<typeof PackVersion>;

export const packVersions = endpoint({
  name: 'screening.pack-versions',
  method: 'GET',
  path: '/v1/portal/scales/:scale_id/versions',
  summary: '一个量表的各个版本，以及本校的授权声明',
  access: packs('open'),
  params: scaleParams,
  response: Type.Object({ items: Type.Array(PackVersion) }),
});

export const removePack = endpoint({
  name: 'screening.remove-pack',
  method: 'DELETE',
  path: '/v1/portal/scales/:scale_id/versions/:version',
  summary: '移除本校安装的版本；有测评或预警规则用到时拒绝',
  access: packs('remove'),
  verified: true,
  params: Type.Object({ scale_id: ScaleId, version: Version }, strict),
  response: Done,
});

export const confirmLicence = endpoint({
  name: 'screening.confirm-licence',
  method: 'POST',
  path: '/v1/portal/scales/:scale_id/licence',
  summary: '确认本校可以使用授权待确认的量表，写明理由；记入操作日志，重复确认没有作用',
  access: packs('confirm'),
  verified: true,
  params: scaleParams,
  body: Type.Object({ version: Version, reason: Text(500, REASON_MIN) }, strict),
  response: Done,
});
