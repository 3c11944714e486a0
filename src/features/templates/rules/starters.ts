import { RUNNABLE, USUAL } from '#features/procurement/methods/all.ts'
import { builtInTemplates, noticeLabel } from '#features/procurement/methods/notices.ts'
import { doc, paragraph } from '#features/procurement/rules/rich-text.ts'
import { PricePlan } from '#features/procurement/steps/review/settings.ts'
import { DEFAULT_WAYS } from '#features/procurement/rules/default-ways.ts'
import type { BILL_FIELDS, ContentOf } from '../contract/content.ts'
import type { TemplateKind } from './kinds.ts'
import type { Moment } from './moments.ts'
import { REPORT_EXAMPLE } from './report-starter.ts'
import { BILL_LABELS } from './words.ts'

/** What a new template begins with: whole and publishable, so that nobody starts from an empty page. */
export function starterOf(kind: TemplateKind, scope: string): ContentOf {
  switch (kind) {
    case 'notice':
      return noticeStarter(scope)
    case 'material':
      return { columns: BILL_COLUMNS }
    case 'selection':
      return { reviewMethod: 1, committeeSize: 5, ways: structuredClone([...DEFAULT_WAYS]), price: PricePlan.parse({}) }
    case 'ai-avatar':
      return {
        host: { name: '小标', look: 'woman', picture: null },
        voice: { name: '', rate: 100, pitch: 100, volume: 100 },
        lines: LINES,
      }
    case 'review-report':
      return REPORT_EXAMPLE
    case 'integrity-commitment':
      return scope === 'expert' ? EXPERT_COMMITMENT : SUPPLIER_COMMITMENT
    case 'demands-parameter':
      return { groups: PARAMETERS }
  }
}

/**
 * What a digital host says, with the platform's own words for moments that came to be after its template was published.
 * A line that was left empty stays empty.
 */
export function hostLines(lines: ContentOf<'ai-avatar'>['lines']): ContentOf<'ai-avatar'>['lines'] {
  return { jointOpening: LINES.jointOpening, ...lines }
}

function noticeStarter(scope: string): ContentOf<'notice'> {
  const [kind, code] = scope.split('/').map(Number)
  // What is written for all methods begins as a tender's text: most are.
  const method = RUNNABLE.find((one) => one.code === code) ?? USUAL
  const builtIn = builtInTemplates({ method: method.code }).find((one) => one.kind === kind)
  const title = noticeLabel(kind!, { method: method.code })
  const body =
    builtIn?.content ??
    doc(paragraph('{{标段名称}}（编号：{{标段编号}}）：'), paragraph(`${method.words.client}：{{采购人}}`))
  return { title: `{{标段名称}}${title}`, body }
}

type Column = ContentOf<'material'>['columns'][number]

const BILL_COLUMNS: Column[] = [
  column('section', { hint: '可不填', example: '门诊设备' }),
  column('code', { hint: '可不填' }),
  column('name', { required: true, example: '监护仪' }),
  column('spec', { example: '十二导联，含支架' }),
  column('unit', { required: true, example: '台' }),
  column('quantity', { type: 'quantity', required: true, example: '10' }),
  column('controlPrice', { type: 'quantity', unit: '元', hint: '元，可不填', example: '50000' }),
  column('remark', {}),
]

function column(field: (typeof BILL_FIELDS)[number], more: Partial<Column>): Column {
  return { field, title: BILL_LABELS[field], type: 'text', unit: '', required: false, hint: '', example: '', ...more }
}

const LINES: Partial<Record<Moment, string>> = {
  waiting: '各位投标人，{{标段名称}}将于{{开标时间}}开标，请提前做好准备。',
  opening:
    '现在开标。项目名称：{{标段名称}}，编号：{{标段编号}}。至投标截止时间，共有{{投标人数量}}家投标人递交投标文件。',
  discipline: '开标期间，请各投标人保持在线，遵守会场纪律，如有异议请在本大厅提出。',
  decrypt: '请各投标人使用各自的密钥解密投标文件，解密截止时间为{{解密截止时间}}。',
  decryptEnding: '解密时间即将截止，尚未解密的投标人请尽快完成解密。',
  jointOpening: '密钥提交已截止，现由保管人共同开启全部投标文件，请各投标人保持在线。',
  beforeReading: '解密结束，现在开始唱标。',
  reading: '第{{唱标序号}}家，{{投标人}}，投标报价{{投标报价}}，大写{{投标报价大写}}。',
  afterReading: '唱标结束。',
  confirm: '请各投标人核对开标记录并予以确认，有异议的请当场提出。',
  end: '{{标段名称}}开标会到此结束，感谢各位参加。',
  abortive: '{{标段名称}}因{{流标原因}}，本次招标流标。',
}

const SUPPLIER_COMMITMENT: ContentOf<'integrity-commitment'> = {
  title: '供应商廉洁承诺书',
  body: doc(
    paragraph('致：{{采购人}}'),
    paragraph('我单位自愿参加{{标段名称}}（编号：{{标段编号}}）的采购活动，现郑重承诺：'),
    paragraph('一、遵守采购活动的法律法规，所提交的资料真实、合法、有效，不弄虚作假。'),
    paragraph('二、不与其他供应商、采购人或者代理机构串通，不排挤其他供应商的公平竞争。'),
    paragraph('三、不以任何方式向采购人、代理机构和评审人员给予财物或者其他不正当利益。'),
    paragraph('四、违反以上承诺的，愿意承担参与和结果无效等法律责任，并接受有关部门的处理。'),
    paragraph('承诺单位：{{承诺单位}}（统一社会信用代码：{{统一社会信用代码}}）'),
    paragraph('承诺日期：{{承诺日期}}'),
  ),
}

const EXPERT_COMMITMENT: ContentOf<'integrity-commitment'> = {
  title: '评标专家廉洁承诺书',
  body: doc(
    paragraph('本人{{专家姓名}}参加{{标段名称}}（编号：{{标段编号}}）的评审，现承诺：'),
    paragraph('一、与投标人不存在应当回避的利害关系；评审中发现的，立即提出回避。'),
    paragraph('二、客观、公正地履行职责，遵守职业道德，对所提出的评审意见承担个人责任。'),
    paragraph('三、不私下接触投标人，不收受任何人的财物或者其他好处，不透露评审的有关情况。'),
    paragraph('承诺日期：{{承诺日期}}'),
  ),
}

type Field = ContentOf<'demands-parameter'>['groups'][number]['fields'][number]

const PARAMETERS: ContentOf<'demands-parameter'>['groups'] = [
  {
    name: '基本要求',
    fields: [
      field('用途', { hint: '使用科室与场景' }),
      field('数量', { type: 'number', unit: '台', min: '1' }),
      field('产地', { type: 'choice', options: ['国产', '进口', '不限'] }),
    ],
  },
  {
    name: '技术参数',
    fields: [
      field('主要技术指标', { isKey: true }),
      field('工作温度', { type: 'range', unit: '℃', min: '-20', max: '60' }),
      field('注册证', { type: 'file', required: false }),
    ],
  },
  {
    name: '服务要求',
    fields: [
      field('质保期', { type: 'number', unit: '月', min: '12', max: '120' }),
      field('是否含安装培训', { type: 'yes-no' }),
    ],
  },
]

function field(name: string, more: Partial<Field>): Field {
  return {
    name,
    type: 'text',
    unit: '',
    min: '',
    max: '',
    options: [],
    required: true,
    isKey: false,
    hint: '',
    ...more,
  }
}
