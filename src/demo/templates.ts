import { orderPage } from '#features/procurement/contract/order.ts'
import { doc, heading, paragraph } from '#features/procurement/rules/rich-text.ts'
import { addDemandCategory } from '#features/templates/contract/categories.ts'
import { chooseForOrder } from '#features/templates/contract/choices.ts'
import type { ContentOf } from '#features/templates/contract/content.ts'
import * as calls from '#features/templates/contract/templates.ts'
import type { TemplateKind } from '#features/templates/rules/kinds.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { Cast } from './cast.ts'
import { PLANS } from './tenders.ts'

interface Made {
  templateId: string
  versionId: string
}

/** A content as it was, changed. */
type Change<K extends TemplateKind> = (content: ContentOf<K>) => ContentOf<K>

/** Templates of every kind, in every state: the platform's presets, the hospital's and the agency's own. */
export async function makeTemplates(cast: Cast): Promise<void> {
  await presets(await cast.as('admin'))
  await agencyTemplates(await cast.as('agent'))
  const buyer = await cast.as('buyer')
  const reports = await hospitalTemplates(buyer)
  await hospitalDemands(buyer)
  const { rows } = await buyer.call(orderPage, { query: { method: 1, tab: 'running', pageSize: 20 } })
  // By name: the newest may be run by the agency, whose choice is not the buyer's.
  for (const { orderId } of rows.filter(({ title }) => title === PLANS.endoscope.title)) {
    await buyer.call(chooseForOrder, { params: { orderId, kind: 'review-report' }, body: reports.report })
    await buyer.call(chooseForOrder, { params: { orderId, kind: 'ai-avatar' }, body: reports.avatar })
  }
}

async function presets(admin: HttpClient): Promise<void> {
  await published(admin, { kind: 'notice', scope: '1', name: '招标公告（平台标准格式）' })
  await published(admin, { kind: 'material', scope: '', name: '货物清单（平台标准）' })
  await published(admin, { kind: 'selection', scope: 'goods', name: '货物综合评分（40/20/40）' })
  await published(admin, { kind: 'review-report', scope: '', name: '评审报告（平台标准）' })
  await published(admin, { kind: 'ai-avatar', scope: '', name: '开标播报（标准语句）' })
  await published(admin, { kind: 'integrity-commitment', scope: 'supplier', name: '供应商廉洁承诺书（范本）' })
  await published(admin, { kind: 'integrity-commitment', scope: 'expert', name: '评标专家廉洁承诺书（范本）' })
  await published(admin, { kind: 'demands-parameter', scope: '', name: '通用设备参数表' })
}

async function agencyTemplates(agent: HttpClient): Promise<void> {
  const { templateId } = await published(agent, {
    kind: 'integrity-commitment',
    scope: 'supplier',
    name: '供应商廉洁承诺书',
  })
  await act(agent, templateId, 'setDefault')
  await published(agent, { kind: 'notice', scope: '1', name: '代理招标公告' })
}

async function hospitalTemplates(
  buyer: HttpClient,
): Promise<{ report: { versionId: string }; avatar: { versionId: string } }> {
  const notice = await published<'notice'>(buyer, {
    kind: 'notice',
    scope: '1/1',
    name: '医疗设备公开招标公告',
    change: ({ title }) => ({ title, body: equipmentNotice('投标保证金：{{投标保证金}}。') }),
  })
  await act(buyer, notice.templateId, 'setDefault')
  await publishAgain<'notice'>(buyer, notice.templateId, '保证金说明移入投标部分，补充网上开标说明', ({ title }) => ({
    title,
    body: equipmentNotice(
      '投标保证金：{{投标保证金}}，须在投标截止前到账。',
      '开标在{{开标地点}}进行，投标人在线解密。',
    ),
  }))
  await draft<'notice'>(buyer, {
    kind: 'notice',
    scope: '4',
    name: '候选人公示（医院格式）',
    change: ({ title, body }) => ({ title, body: doc(...(body?.content ?? []), paragraph('监督电话：{{监督电话}}')) }),
  })
  const old = await published(buyer, { kind: 'notice', scope: '5', name: '中标结果公告（旧版）' })
  await act(buyer, old.templateId, 'retire')
  await published<'material'>(buyer, {
    kind: 'material',
    scope: 'goods',
    name: '医疗设备清单（含品牌、质保）',
    change: ({ columns }) => ({
      columns: [
        ...columns,
        { ...columns[0]!, field: '', title: '推荐品牌', hint: '不少于三个', example: '三个以上同档次品牌' },
        { ...columns[0]!, field: '', title: '质保期', type: 'integer', unit: '月', hint: '', example: '36' },
      ],
    }),
  })
  const selection = await published(buyer, { kind: 'selection', scope: 'goods', name: '医疗设备综合评分法' })
  await act(buyer, selection.templateId, 'setDefault')
  const report = await published(buyer, { kind: 'review-report', scope: '', name: '医院评审报告' })
  const avatar = await published(buyer, { kind: 'ai-avatar', scope: '', name: '医院开标播报' })
  const commitment = await published(buyer, {
    kind: 'integrity-commitment',
    scope: 'supplier',
    name: '医药购销廉洁承诺书',
  })
  await act(buyer, commitment.templateId, 'setDefault')
  return { report, avatar }
}

async function hospitalDemands(buyer: HttpClient): Promise<void> {
  const category = async (code: string, name: string, parentId: string | null = null) =>
    (await buyer.call(addDemandCategory, { body: { code, name, parentId } })).categoryId
  const equipment = await category('01', '医疗设备')
  const imaging = await category('01.01', '医学影像设备', equipment)
  await category('01.02', '检验设备', equipment)
  await category('02', '信息化')
  await published<'demands-parameter'>(buyer, {
    kind: 'demands-parameter',
    scope: imaging,
    name: 'CT 需求参数表',
    change: () => ({ groups: CT_PARAMETERS }),
  })
}

interface Given<K extends TemplateKind> {
  kind: K
  scope: string
  name: string
  change?: Change<K>
}

async function draft<K extends TemplateKind>(
  client: HttpClient,
  { kind, scope, name, change = (content) => content }: Given<K>,
) {
  const { templateId } = await client.call(calls.createTemplate, { params: { kind }, body: { name, scope } })
  const { content, revision } = await client.call(calls.templateDetail, { params: { templateId } })
  const body = { name, scope, revision, content: change(content as ContentOf<K>) as ContentOf }
  const saved = await client.call(calls.saveDraft, { params: { templateId }, body })
  return { templateId, body: { ...body, revision: saved.revision } }
}

async function published<K extends TemplateKind>(client: HttpClient, given: Given<K>): Promise<Made> {
  const { templateId, body } = await draft(client, given)
  const { versionId } = await client.call(calls.publishTemplate, { params: { templateId }, body })
  return { templateId, versionId }
}

async function publishAgain<K extends TemplateKind>(
  client: HttpClient,
  templateId: string,
  ...[note, change]: [note: string, change: Change<K>]
): Promise<void> {
  const { name, scope, content, revision } = await client.call(calls.templateDetail, { params: { templateId } })
  const body = { name, scope, revision, note, content: change(content as ContentOf<K>) as ContentOf }
  await client.call(calls.publishTemplate, { params: { templateId }, body })
}

function act(client: HttpClient, templateId: string, action: 'setDefault' | 'retire'): Promise<void> {
  return client.call(calls.actOnTemplate, { params: { templateId }, body: { action } })
}

function equipmentNotice(...more: string[]) {
  return doc(
    paragraph(
      '{{采购人}}就{{标段名称}}（编号：{{标段编号}}）进行{{采购方式}}，欢迎具有相应医疗器械经营资格的供应商参加。',
    ),
    heading('一、项目概况'),
    paragraph('项目名称：{{项目名称}}（{{项目编号}}）；资金来源：{{资金来源}}；最高限价：{{最高限价}}。'),
    heading('二、报名与招标文件获取'),
    paragraph('报名截止时间：{{报名截止时间}}（北京时间，下同）。报名时须提交：{{报名资料}}。'),
    paragraph('招标文件获取时间：{{招标文件获取开始时间}} 至 {{招标文件获取截止时间}}，售价 {{招标文件售价}}。'),
    heading('三、投标与开标'),
    paragraph('提问截止时间：{{提问截止时间}}；投标截止时间：{{投标截止时间}}；开标时间：{{开标时间}}。'),
    ...more.map((line) => paragraph(line)),
    paragraph('采购人：{{采购人}}'),
  )
}

type Field = ContentOf<'demands-parameter'>['groups'][number]['fields'][number]

function field(name: string, more: Partial<Field>): Field {
  const blank = {
    type: 'text',
    unit: '',
    min: '',
    max: '',
    options: [],
    required: true,
    isKey: false,
    hint: '',
  } as const
  return { ...blank, name, options: [], ...more }
}

const CT_PARAMETERS: ContentOf<'demands-parameter'>['groups'] = [
  {
    name: '基本要求',
    fields: [
      field('用途', { hint: '科室与检查项目' }),
      field('产地', { type: 'choice', options: ['国产', '进口', '不限'] }),
    ],
  },
  {
    name: '主要性能',
    fields: [
      field('探测器排数', { type: 'number', unit: '排', min: '64', max: '320', isKey: true }),
      field('机架孔径', { type: 'number', unit: 'cm', min: '70', max: '85', isKey: true }),
      field('球管热容量', { type: 'number', unit: 'MHU', min: '5' }),
      field('管电压', { type: 'range', unit: 'kV', min: '70', max: '150' }),
      field('低剂量技术', { type: 'yes-no' }),
    ],
  },
  {
    name: '服务',
    fields: [
      field('质保期', { type: 'number', unit: '月', min: '36' }),
      field('医疗器械注册证', { type: 'file', isKey: true }),
    ],
  },
]
