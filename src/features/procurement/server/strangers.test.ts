import { beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint, InputOf } from '#contract/endpoint.ts'
import { newId } from '#contract/id.ts'
import { TENANT_HEADER } from '#contract/workbench.ts'
import { done } from '#features/workflow/rules/held.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { DEMO_PASSWORD } from '#server/testing/test-system.ts'
import * as bondContract from '#features/bonds/contract/register.ts'
import * as followUpContract from '../contract/follow-up.ts'
import * as noticeContract from '../contract/notice.ts'
import * as objectionContract from '../contract/objection.ts'
import * as orderContract from '../contract/order.ts'
import * as portalContract from '../contract/portal.ts'
import * as projectContract from '../contract/project.ts'
import * as resultContract from '../contract/result.ts'
import * as supplierContract from '../contract/supplier.ts'
import * as tradeContract from '../contract/trade.ts'
import { builtInTemplates } from '../methods/notices.ts'
import {
  draft,
  join,
  publicise,
  publish,
  reviewed,
  scheduleFrom,
  tenderWorld,
  text,
  type TenderWorld,
} from './testing/tender.ts'

/*
 * Every endpoint of the contracts, tried by those it does not belong to. What is not in one of the tables below fails
 * the last test, so that a new endpoint cannot be forgotten.
 */

let world: TenderWorld
let clients: Record<'nobody' | 'otherTenantBuyer' | 'agency' | 'otherTenantSupplier' | 'otherSupplier', HttpClient>
let ids: Record<string, string>

beforeAll(async () => {
  world = await tenderWorld()
  const { t, buyer, suppliers } = world
  clients = {
    nobody: t.client(),
    otherTenantBuyer: await loginElsewhere(world, 'bj-buyer', 'purchaser'),
    agency: await t.login('agent', { workbench: 'agency' }),
    otherTenantSupplier: await loginElsewhere(world, 'bj-supplier1', 'supplier'),
    otherSupplier: suppliers[3]!,
  }
  // One tender in its publicity with an objection, one running with a clarification, one draft.
  const running = await publish(world)
  const joined = await join(world, running.orderId, { supplier: suppliers[0]! })
  const pending = await join(world, running.orderId, { supplier: suppliers[1]!, pass: false })
  const { questionId } = await suppliers[0]!.call(supplierContract.askQuestion, {
    params: running,
    body: { content: '是否接受联合体？' },
  })
  const clarified = await buyer.call(noticeContract.publishClarification, {
    params: running,
    body: { title: '澄清', answers: [{ questionId, answer: '不接受。' }] },
  })
  const { noticeId } = done(clarified)
  const ended = await publish(world)
  const winner = await join(world, ended.orderId, { supplier: suppliers[0]! })
  await reviewed(world, ended.orderId, [winner.tradeId])
  await publicise(world, ended.orderId)
  const { objectionId } = await suppliers[0]!.call(supplierContract.createObjection, {
    params: ended,
    body: { subject: '异议事项', content: '异议内容如下。' },
  })
  const saved = await draft(world)
  ids = {
    projectId: running.projectId,
    orderId: running.orderId,
    noticeId,
    tradeId: pending.tradeId,
    fileId: running.documentId,
    licenceId: pending.licenceId,
    templateId: builtInTemplates({ method: 1 })[0]!.id,
    objectionId,
    draftId: saved.orderId,
    doneId: ended.orderId,
    joinedTradeId: joined.tradeId,
  }
})

const fields = () => ({
  title: '标段',
  estimatedPrice: '100',
  schedule: scheduleFrom(new Date()),
  settings: {},
  announcement: { title: '', content: null },
})
const signUpFields = { contactName: '甲', contactMobile: '13800000000', files: [] }

/** Body of each buyer's call that names one of our records; `on`: which of them. */
const BUYER: Record<string, { on?: Record<string, string>; body?: () => unknown }> = {
  projectDetail: {},
  updateProject: { body: () => ({ name: '改名', category: 'goods', regime: 'tender', budget: '1' }) },
  deleteProject: {},
  replaceItems: { body: () => ({ items: [] }) },
  importItems: {},
  exportItems: {},
  createOrder: { body: () => ({ ...fields(), projectId: ids.projectId }) },
  updateOrder: { on: { orderId: 'draftId' }, body: fields },
  copyOrder: {},
  deleteOrder: { on: { orderId: 'draftId' } },
  orderDetail: {},
  orderTimeline: {},
  prepareArchive: {},
  prepareTradeFiles: {},
  checkSchedule: {
    body: () => ({
      projectId: ids.projectId,
      method: 1,
      schedule: scheduleFrom(new Date()),
      estimatedPrice: '1',
      bond: '0',
    }),
  },
  publishCheck: { on: { orderId: 'draftId' } },
  publishOrder: { on: { orderId: 'draftId' } },
  declareAbortive: { body: () => ({ reason: '不属于我的标段' }) },
  archiveOrder: { body: () => ({ confirm: true }) },
  downloadArchive: {},
  archiveProof: {},
  orderFileDownload: {},
  buyerNotice: {},
  publishChange: { body: () => ({ title: '变更', content: text('变更') }) },
  orderQuestions: {},
  publishClarification: { body: () => ({ title: '澄清', answers: [], content: text('澄清') }) },
  candidateDraft: { on: { orderId: 'doneId' } },
  publishCandidates: {
    on: { orderId: 'doneId' },
    body: () => ({ title: '公示', content: text('公示'), publicityDays: 3 }),
  },
  publishWinner: {
    on: { orderId: 'doneId' },
    body: () => ({ tradeId: ids.joinedTradeId, title: '结果', content: text('结果') }),
  },
  winnerDetail: { on: { orderId: 'doneId' } },
  awardLetter: { on: { orderId: 'doneId' } },
  awardSheet: { on: { orderId: 'doneId' } },
  priceHistory: {},
  resultEvidence: { on: { orderId: 'doneId' } },
  renderTemplate: {},
  orderObjections: { on: { orderId: 'doneId' } },
  objectionDetail: {},
  objectionFile: {},
  answerObjection: { body: () => ({ outcome: 'rejected', answer: '答复' }) },
  noteComplaint: { body: () => ({ on: '2026-01-01', authority: '监督部门' }) },
  tradePage: {},
  tradeDetail: {},
  decideTrade: { body: () => ({ pass: true }) },
  tradeFileDownload: { on: { fileId: 'licenceId' } },
  orderBonds: {},
  recordContractDate: { on: { orderId: 'doneId' }, body: () => ({ signedOn: '2026-01-01' }) },
  recordBondPayment: {
    on: { tradeId: 'joinedTradeId' },
    body: () => ({ amount: '1', paidOn: '2026-01-01', voucher: { fileId: ids.fileId, name: '凭证' } }),
  },
  recordBondRefund: {
    on: { tradeId: 'joinedTradeId' },
    body: () => ({ refundedOn: '2026-01-01', rate: '0.35', voucher: { fileId: ids.fileId, name: '凭证' } }),
  },
  keepBond: { on: { tradeId: 'joinedTradeId' }, body: () => ({ reason: '不属于我的标段' }) },
  turnBond: { on: { tradeId: 'joinedTradeId' }, body: () => ({}) },
  returnBonds: { body: () => ({ tradeIds: [newId()] }) },
  bondVoucher: { on: { tradeId: 'joinedTradeId', voucherId: 'fileId' } },
  noticeFields: {},
  orderInvitees: {},
  invitationDetail: {},
  addInvitees: { body: () => ({ companyIds: [newId()], reason: '不属于我的标段' }) },
  sendInvitationAgain: {},
  removeInvitee: { on: { orderId: 'draftId', companyId: 'draftId' } },
  rerunOrder: { body: () => ({ companyIds: [newId()], reason: '不属于我的标段' }) },
  changeMethod: {
    body: () => ({
      companyId: newId(),
      explanation: '不属于我的标段，不能改变采购方式',
      signUpEnd: '2030-01-01T00:00:00Z',
      bidEnd: '2030-01-02T00:00:00Z',
    }),
  },
  tenderDocuments: {},
}
/** Calls without a record of ours: they show or make only what is the caller's own. */
const BUYER_OWN = [
  'projectPage',
  'createProject',
  'createWithProject',
  'itemTemplate',
  'partnerCompanies',
  'orderPage',
  'objectionPage',
  'noticeTemplates',
]

const SUPPLIER: Record<string, { on?: Record<string, string>; body?: () => unknown; open?: boolean }> = {
  tenderDetail: { open: true },
  signUp: { body: () => signUpFields, open: true },
  signUpLots: { body: () => ({ ...signUpFields, orderIds: [ids.orderId!] }), open: true },
  withdrawSignUp: {},
  tenderFileDownload: {},
  ownAwardLetter: { on: { orderId: 'doneId' } },
  ownResultLetter: { on: { orderId: 'doneId' } },
  readInvitation: {},
  declineInvitation: { body: () => ({ reason: '产能已满' }) },
  askQuestion: { body: () => ({ content: '提问内容' }) },
  supplierNotice: {},
  confirmNotice: {},
  createObjection: { on: { orderId: 'doneId' }, body: () => ({ subject: '异议', content: '异议内容如下' }) },
  // An order that publicises no reason to ask one supplier alone has no such page.
  publicity: {},
  objectToPublicity: { body: () => ({ subject: '异议', content: '异议内容如下' }) },
  ownObjectionFile: {},
  withdrawObjection: {},
  reuseDocument: { on: { fileId: 'licenceId' }, body: () => ({ sha256: '0'.repeat(64) }) },
}
const SUPPLIER_OWN = ['publicTenders', 'ownTenders', 'keptDocuments']
const PUBLIC = ['portalNotices', 'portalNotice', 'portalCalendar', 'noticeKey']

const buyerCalls = endpointsOf({
  ...projectContract,
  ...orderContract,
  ...noticeContract,
  ...objectionContract,
  ...tradeContract,
  ...followUpContract,
  ...bondContract,
  ...resultContract,
})
const supplierCalls = endpointsOf(supplierContract)

async function answer(
  client: HttpClient,
  endpoint: Endpoint,
  spec: { on?: Record<string, string>; body?: () => unknown },
) {
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((m) => m[1]!)
  const params = Object.fromEntries(names.map((name) => [name, ids[spec.on?.[name] ?? name] ?? newId()]))
  const input = { params, ...(spec.body ? { body: spec.body() } : {}) } as InputOf<Endpoint>
  return client.refused(endpoint, input)
}

describe('a call of the buyer’s side', () => {
  test.each(Object.keys(BUYER))('%s is closed to strangers', async (name) => {
    const endpoint = buyerCalls.get(name)!
    const spec = BUYER[name]!
    expect((await answer(clients.nobody, endpoint, spec)).status).toBe(401)
    expect(await answer(clients.otherTenantBuyer, endpoint, spec)).toMatchObject({ status: 404, code: 404 })
    expect(await answer(clients.agency, endpoint, spec)).toMatchObject({ status: 404, code: 404 })
    expect(await answer(clients.otherSupplier, endpoint, spec)).toMatchObject({ status: 403, code: 10008 })
  })

  test.each(BUYER_OWN)('%s needs a buyer', async (name) => {
    const endpoint = buyerCalls.get(name)!
    const query = { kind: name === 'partnerCompanies' ? 'agency' : 1 }
    const about = { name: '名', category: 'goods', regime: 'tender', budget: '1' }
    const input = endpoint.method === 'GET' ? { query } : { body: { ...fields(), ...about, project: about } }
    const call = (client: HttpClient) => client.refused(endpoint, input)
    expect((await call(clients.nobody)).status).toBe(401)
    expect(await call(clients.otherSupplier)).toMatchObject({ status: 403, code: 10008 })
  })

  test('lists show a stranger nothing of ours', async () => {
    for (const client of [clients.otherTenantBuyer, clients.agency]) {
      expect(await client.call(orderContract.orderPage, {})).toMatchObject({ rows: [], total: 0 })
      expect(await client.call(objectionContract.objectionPage, {})).toMatchObject({ rows: [], total: 0 })
      expect(await client.call(projectContract.projectPage, {})).toMatchObject({ rows: [], total: 0 })
    }
  })
})

describe('a call of the supplier’s side', () => {
  test.each(Object.keys(SUPPLIER))('%s is closed to strangers', async (name) => {
    const endpoint = supplierCalls.get(name)!
    const spec = SUPPLIER[name]!
    expect((await answer(clients.nobody, endpoint, spec)).status).toBe(401)
    expect(await answer(clients.otherTenantSupplier, endpoint, spec)).toMatchObject({ status: 404, code: 404 })
    expect(await answer(world.buyer, endpoint, spec)).toMatchObject({ status: 403, code: 10008 })
    const outsiders = spec.open ? [] : [clients.otherSupplier]
    for (const client of outsiders)
      expect(await answer(client, endpoint, spec)).toMatchObject({ status: 404, code: 404 })
  })

  test.each(SUPPLIER_OWN)('%s needs a supplier', async (name) => {
    expect((await clients.nobody.refused(supplierCalls.get(name)!, {})).status).toBe(401)
    expect(await world.buyer.refused(supplierCalls.get(name)!, {})).toMatchObject({ status: 403, code: 10008 })
  })

  test('lists and details tell nobody who takes part', async () => {
    expect(await clients.otherTenantSupplier.call(supplierContract.publicTenders, {})).toMatchObject({ rows: [] })
    const own = await clients.otherSupplier.call(supplierContract.ownTenders, {})
    expect(own.rows).toEqual([])
    const seen = [
      await clients.otherSupplier.call(supplierContract.publicTenders, {}),
      await clients.otherSupplier.call(supplierContract.tenderDetail, { params: { orderId: ids.orderId! } }),
      await world.t.client().call(portalContract.portalNotices, { query: { kind: 1 } }),
    ]
    const names = await world.t.owner.query<{ name: string }>(
      'select c.name from trade t join company c on c.id = t.supplier_company_id where t.order_id = $1',
      [ids.orderId],
    )
    expect(names.rows).toHaveLength(2)
    for (const { name } of names.rows) expect(JSON.stringify(seen)).not.toContain(name)
  })
})

test('the right of the workbench is needed, not just one of the two', async () => {
  const { t } = world
  await t.owner.query(`update employee set rights = '{agencyTendering,statistics}', is_admin = true
    where tenant_id = 1 and user_id = (select id from app_user where account = 'newbie')`)
  const client = await t.login('newbie', { workbench: 'purchaser' })
  const refused = await client.refused(orderContract.orderDetail, { params: { orderId: ids.orderId! } })
  expect(refused).toMatchObject({ status: 403, code: 10008 })
})

test('a file of somebody else cannot be attached', async () => {
  const { buyer, suppliers } = world
  const { body } = await draft(world)
  const licence = { fileId: ids.licenceId!, kind: 'document' as const, name: '别人的文件.pdf' }
  const stolen = await buyer.refused(orderContract.createOrder, { body: { ...body, files: [licence] } })
  expect(stolen).toMatchObject({ code: 10001 })
  // Own file, but uploaded for another purpose.
  const wrong = await suppliers[3]!.upload('qualification', '执照.pdf', Buffer.from('%PDF-1.7\n'))
  await world.t.owner.query(`update file_object set use = 'tender-document' where id = $1`, [wrong.fileId])
  const files = [{ fileId: wrong.fileId, kind: '营业执照', name: '执照.pdf' }]
  const refused = await suppliers[3]!.refused(supplierContract.signUp, {
    params: { orderId: ids.orderId! },
    body: { ...signUpFields, files },
  })
  expect(refused).toMatchObject({ code: 10001 })
  // Nor may just anybody upload for any purpose.
  for (const use of ['tender-document', 'bond-voucher', 'result-evidence'])
    await expect(suppliers[3]!.upload(use, 'x.pdf', Buffer.from('%PDF-1.7\n'))).rejects.toMatchObject({ status: 403 })
})

test('every endpoint of the contracts is in one of the tables', () => {
  expect([...buyerCalls.keys()].toSorted()).toEqual([...Object.keys(BUYER), ...BUYER_OWN].toSorted())
  expect([...supplierCalls.keys()].toSorted()).toEqual([...Object.keys(SUPPLIER), ...SUPPLIER_OWN].toSorted())
  expect([...endpointsOf(portalContract).keys()].toSorted()).toEqual(PUBLIC.toSorted())
})

/** At the other tenant, and an employee there: a refusal is then a matter of the record alone. */
async function loginElsewhere({ t }: TenderWorld, account: string, workbench: string): Promise<HttpClient> {
  const client = t.client()
  const body = { mode: 'password', account, password: DEMO_PASSWORD }
  await client.raw('POST', '/api/login', body, { headers: { [TENANT_HEADER]: '3' } })
  client.workbench = workbench
  return client
}

function endpointsOf(module: Record<string, unknown>): Map<string, Endpoint> {
  const entries = Object.entries(module).filter(
    ([, value]) =>
      typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'answer' in value,
  )
  return new Map(entries as [string, Endpoint][])
}
