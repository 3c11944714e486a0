import { DAY } from '#contract/time.ts'
import type { InputOf } from '#contract/endpoint.ts'
import * as c from '#features/recruit/contract/order.ts'
import * as own from '#features/recruit/contract/supplier.ts'
import * as trades from '#features/recruit/contract/trade.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { Cast } from './cast.ts'
import { COMPANIES } from './companies.ts'
import { type Account, PEOPLE } from './people.ts'
import { pdfOf } from './play/documents.ts'

type Form = InputOf<typeof c.createRecruit>['body']

/**
 * Calls for suppliers in every state: a draft, one that runs with applications of every kind, one to chosen suppliers, one
 * of the agency with a fee to be paid, one to be checked, a drafted result, a published one, one given up.
 */
export async function playRecruits(cast: Cast, now: Date): Promise<void> {
  const buyer = await cast.as('buyer')
  const world = { cast, now }
  await buyer.call(c.createRecruit, { body: formOf(now, { title: '院内后勤服务供应商征集', notice: '' }) })

  const open = await published(buyer, now, { title: '2027 年度医用耗材合格供应商征集', materials: MATERIALS })
  const [first, second, third] = [
    await applied(world, 'supplier1', open),
    await applied(world, 'supplier2', open),
    await applied(world, 'supplier3', open),
  ]
  await applied(world, 'supplier4', open)
  await decided(buyer, first, { decision: 'pass' })
  await decided(buyer, second, { decision: 'refuse', reason: '医疗器械经营许可证的经营范围不含二类器械' })
  await decided(buyer, third, { decision: 'sendBack', reason: '产品目录缺少注册证编号，请补充' })
  await buyer.call(c.saveChange, {
    params: open,
    body: { content: '应供应商要求，申请截止时间延后五日', endsAt: later(now, 20) },
  })
  await buyer.call(c.releaseChange, { body: open })
  await buyer.call(c.setAssist, { params: open, body: { userIds: [PEOPLE.newbie.id] } })

  await published(buyer, now, {
    title: '放射设备维保单位定向征集',
    openness: 'chosen',
    invited: [COMPANIES.supplier1.id, COMPANIES.supplier2.id],
  })

  const agent = await cast.as('agent')
  const fee = await published(agent, now, {
    title: '代理采购常用办公用品供应商征集',
    feeTiming: 'passed',
    feeAmount: '300',
    contactName: PEOPLE.agent.name,
  })
  await decided(agent, await applied(world, 'supplier1', fee), { decision: 'pass' })
  await applied(world, 'supplier5', fee)

  const ended = await published(buyer, now, { title: '检验试剂供应商征集' })
  await applied(world, 'supplier2', ended)
  await applied(world, 'supplier3', ended)
  await end(buyer, ended)

  for (const [title, isPublished] of [
    ['信息系统运维供应商征集', false],
    ['手术器械供应商征集', true],
  ] as const) {
    const call = await published(buyer, now, { title })
    const [one, two] = [await applied(world, 'supplier1', call), await applied(world, 'supplier4', call)]
    await decided(buyer, one, { decision: 'pass' })
    await decided(buyer, two, { decision: 'refuse', reason: '近三年无同类供货业绩' })
    await end(buyer, call)
    const entry = { tradeId: one, categories: ['gloves'], from: dayOf(now, 1), until: dayOf(now, 730) }
    await buyer.call(trades.saveResult, { params: call, body: { entries: [entry] } })
    if (isPublished) await buyer.call(trades.publishResult, { body: call })
  }

  const gone = await published(buyer, now, { title: '消毒供应外包服务供应商征集' })
  await applied(world, 'supplier3', gone)
  await buyer.call(c.abandonRecruit, { params: gone, body: { reason: '消毒供应改由院内自行承担' } })
}

const MATERIALS: Form['materials'] = [
  { name: '一次性使用无菌注射器', spec: '5 ml', unit: '支', quantity: '200000', remark: '' },
  { name: '医用外科手套', spec: '7.5 号', unit: '双', quantity: '120000', remark: '无粉' },
  { name: '医用外科口罩', spec: '平面型', unit: '只', quantity: '500000', remark: '' },
]

const later = (now: Date, days: number) => new Date(now.getTime() + days * DAY).toISOString()
const dayOf = (now: Date, days: number) => later(now, days).slice(0, 10)

function formOf(now: Date, change: Partial<Form>): Form {
  return {
    title: '供应商征集',
    openness: 'open',
    categories: [
      {
        key: 'gloves',
        name: '医用手套与防护用品',
        requirements: '具有有效的医疗器械经营许可，近三年无重大质量事故',
        documents: [
          { key: 'licence', requireType: 'licence', name: '营业执照' },
          { key: 'permit', requireType: 'qualification', name: '医疗器械经营许可证' },
          { key: 'catalogue', requireType: 'product', name: '产品目录', required: false },
        ],
      },
      {
        key: 'syringe',
        name: '注射穿刺类耗材',
        requirements: '提供样品供临床试用',
        documents: [{ key: 'sample', requireType: 'sample', name: '样品说明' }],
      },
    ],
    notice:
      '为保证供应质量，现面向社会公开征集供应商。\n一、申请单位应为依法登记的法人，信誉良好。\n二、请在截止时间前在线提交材料，逾期不再受理。\n三、审核通过的供应商进入供应商库，参加后续询价和采购。',
    startsAt: later(now, -0.1),
    endsAt: later(now, 15),
    contactName: PEOPLE.buyer.name,
    contactPhone: '0510-88001234',
    ...change,
  }
}

async function published(client: HttpClient, now: Date, change: Partial<Form>): Promise<{ orderId: string }> {
  const { orderId } = await client.call(c.publishNewRecruit, { body: formOf(now, change) })
  return { orderId }
}

async function applied({ cast, now }: { cast: Cast; now: Date }, account: Account, params: { orderId: string }) {
  const client = await cast.as(account)
  const company = COMPANIES[account as 'supplier1'].name
  const file = async (name: string) => {
    const parts = [{ heading: '说明', paragraphs: ['本材料用于供应商入库申请，与原件一致。'] }]
    const content = await pdfOf({ title: name, org: company, parts }, now)
    return { fileId: (await client.upload('recruit-apply', `${name}.pdf`, content)).fileId, name: `${name}.pdf` }
  }
  const at = { category: 'gloves', number: '', validUntil: null }
  const { tradeId } = await client.call(own.applyTo, {
    params,
    body: {
      categories: ['gloves'],
      documents: [
        { ...at, document: 'licence', files: [await file('营业执照')] },
        {
          ...at,
          document: 'permit',
          number: `苏械经营备 ${dayOf(now, 0).slice(0, 4)}0${account.slice(-1)}88 号`,
          validUntil: dayOf(now, 900),
          files: [await file('医疗器械经营许可证')],
        },
        { ...at, document: 'catalogue', files: [await file('产品目录')] },
      ],
      contactName: PEOPLE[account].name,
      contactPhone: PEOPLE[account].mobile,
      note: '可按临床需要提供试用样品，常用规格两日内送达。',
    },
  })
  return tradeId
}

function decided(client: HttpClient, tradeId: string, body: InputOf<typeof trades.decideTrade>['body']) {
  return client.call(trades.decideTrade, { params: { tradeId }, body })
}

function end(client: HttpClient, params: { orderId: string }) {
  return client.call(c.endRecruit, { params, body: { reason: '申请单位数量已满足需要' } })
}
