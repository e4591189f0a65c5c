import { expect, it } from 'vitest';
import { LOGO_BYTES_MAX } from '../../../../src/features/sites/rules/logo.ts';
import type { IndexConfig, SiteData } from '../../../../src/platform/session/contract.ts';
import { dataOf, messageOf, query, refusalOf, rowsOf, useClient } from '../../../platform/resources/server/support.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';

const INDEX = '/v1/portal/custom_index_config';
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const dataUrl = (bytes: Buffer, type = 'png') => `data:image/${type};base64,${bytes.toString('base64')}`;

describeApi("an organisation's site", (kind) => {
  const server = useServer(kind);
  const admin = useClient(server, 2001, 4);
  const assistant = useClient(server, 2001, 5);
  const teacher = useClient(server, 2001, 10);
  const neighbour = useClient(server, 2002, 4);
  const bureau = useClient(server, 1001, 1);
  const put = (body: object, client = admin, org = 2001) => client().put(`/v1/portal/sites/${org}`, body);
  const byHost = async (host: string) =>
    dataOf<SiteData>(await server().client.publicly('GET', query('/v1/portal/sites', { host })));
  const index = async (client = admin, parameters: Record<string, string> = {}) =>
    dataOf<IndexConfig>(await client().get(query(INDEX, parameters)));

  it('has a name, a colour and a logo, shown to all visitors of its host, before and after sign-in', async () => {
    const logo = dataUrl(PNG);
    const answer = await put(
      {
        site_name: ' 一中心育 ',
        company_slogan: '倾听每一种心情',
        host: 'XinLi.YiZhong.example:8200',
        primary_color: '#AA3355',
        logo,
        is_custom: true,
      },
      assistant,
    );
    const site = {
      site_name: '一中心育',
      company_slogan: '倾听每一种心情',
      host: 'xinli.yizhong.example',
      primary_color: '#aa3355',
      logo,
      is_custom: true,
    };
    expect(dataOf<SiteData>(answer)).toMatchObject(site);
    expect(await byHost('xinli.yizhong.example')).toMatchObject({
      ...site,
      org_id: '2001',
      org_name: '青禾市第一中学',
    });
    expect(await index(teacher)).toMatchObject({ org_id: '2001', welcome: '', host_editable: true, site });
    expect(await index(teacher, { org_id: '2001' })).toEqual(
      await index(teacher, { like_url: 'https://xinli.yizhong.example/login?x=1' }),
    );

    expect(dataOf(await put({ logo: '', primary_color: '', host: '' }))).toMatchObject({
      site_name: '一中心育',
      host: '',
    });
    expect(await byHost('xinli.yizhong.example')).toEqual({
      is_custom: false,
      site_name: '心理健康教育智慧平台',
      company_slogan: '',
      host: 'xinli.yizhong.example',
    });
    const log = await rowsOf(
      server(),
      "select before, after from audit_logs where org_id = '2001' and resource = 'site' and after ->> 'logo' = '无'",
    );
    expect(log).toEqual([
      {
        before: expect.objectContaining({ host: 'xinli.yizhong.example', primary_color: '#aa3355' }),
        after: { host: '', logo: '无', primary_color: '' },
      },
    ]);
    const count = async () =>
      (await rowsOf(server(), "select count(*)::int as n from audit_logs where resource = 'site'"))[0]?.['n'];
    const before = await count();
    await put({ site_name: '一中心育' });
    expect(await count()).toBe(before);
  });

  it('refuses other organisations, and hosts that are shared, used or invalid', async () => {
    expect((await put({ site_name: '别人' }, neighbour)).status).toBe(403);
    expect((await put({ site_name: '别人' }, teacher)).status).toBe(403);
    expect((await put({ site_name: '机构平台' }, bureau, 1001)).status).toBe(200);
    expect((await neighbour().get(query(INDEX, { org_id: '2001' }))).status).toBe(403);
    await put({ host: 'ours.example' });
    expect((await neighbour().get(query(INDEX, { like_url: 'http://ours.example/' }))).status).toBe(403);
    expect((await neighbour().get(query(INDEX, { like_url: 'http://nobody.example/' }))).status).toBe(404);
    const taken = await neighbour().put('/v1/portal/sites/2002', { host: 'OURS.example' });
    expect([taken.status, messageOf(taken, '/host')]).toEqual([409, '这个域名已被其他单位使用']);
    for (const host of ['portal.example', 'example', '127.0.0.1', 'a b.example', '-x.example', '[::1]'])
      expect([host, (await put({ host })).fields]).toEqual([host, ['/host']]);
  });

  it('accepts only small images as its logo, checked by their bytes', async () => {
    const refused = async (logo: string) => {
      const answer = await put({ logo });
      return [answer.status, messageOf(answer, '/logo')];
    };
    expect(await refused(dataUrl(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'svg+xml'))).toEqual([
      400,
      '请选择 PNG 或 JPEG 图片',
    ]);
    expect(await refused(dataUrl(Buffer.from('<html>not a picture</html>')))).toEqual([
      400,
      '这个文件不是它自称的图片，请换一张',
    ]);
    expect(await refused(dataUrl(Buffer.concat([PNG, Buffer.alloc(LOGO_BYTES_MAX)])))).toEqual([
      400,
      '图片不能超过 48 KB',
    ]);
    expect(await refused('https://evil.example/logo.png')).toEqual([400, '请选择 PNG 或 JPEG 图片']);
    expect((await put({ primary_color: 'red' })).fields).toEqual(['/primary_color']);
  });

  it('has a home page with a text of the organisation', async () => {
    expect((await admin().put(INDEX, { welcome: '早' })).status).toBe(404);
    const made = await admin().post(INDEX, { welcome: '  新学期好  ' });
    expect([made.status, dataOf<IndexConfig>(made).welcome]).toEqual([201, '新学期好']);
    expect(refusalOf(await assistant().post(INDEX, { welcome: '又一个' })).message).toBe('已经设置过首页，请修改');
    expect(dataOf<IndexConfig>(await assistant().put(INDEX, { welcome: '' })).welcome).toBe('');
    expect((await teacher().put(INDEX, { welcome: '我来' })).status).toBe(403);
    expect((await index(neighbour)).welcome).toBe('');
  });

  it('is returned beside the school and the archive settings of a role', async () => {
    const school = async (client: typeof admin, id: string) => client().get(`/v1/portal/schools/${id}`);
    expect(dataOf(await school(teacher, '2001'))).toMatchObject({
      school_id: '2001',
      school_name: '青禾市第一中学',
      edu_level: 1,
      total_quota: expect.any(Number),
      used_quota: expect.any(Number),
    });
    expect(dataOf(await school(bureau, '2002'))).toMatchObject({ school_id: '2002' });
    for (const [client, id] of [
      [teacher, '2002'],
      [neighbour, '2001'],
      [bureau, '1001'],
      [bureau, 'nowhere'],
    ] as const)
      expect((await school(client, id)).status).toBe(403);

    const settings = async (client: typeof admin) =>
      dataOf(await client().get('/v1/portal/archives/students/settings'));
    expect(await settings(admin)).toEqual({
      archive_open: true,
      student_report_view: true,
      student_risk_view: true,
      head_class_teacher_check_wraning: true,
      authorization_secondary: true,
      desensitization: true,
      watermark: true,
    });
    expect(await settings(teacher)).toMatchObject({
      archive_open: true,
      student_report_view: false,
      student_risk_view: false,
    });
    expect(await settings(bureau)).toMatchObject({ archive_open: false, student_report_view: false });
  });
});
