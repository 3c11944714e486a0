import { beforeAll, expect, test, vi } from 'vitest'
import { prepares, signs } from '#demo/play/sign-tasks.ts'
import { newId } from '#contract/id.ts'
import { DAY, formatDate } from '#contract/time.ts'
import { COMPANIES } from '#demo/companies.ts'
import * as play from '#demo/play/buyer.ts'
import { fromState } from '#demo/states/from-state.ts'
import { BIDDERS } from '#demo/states/tender.ts'
import { giveCopies, openSigner } from '#features/e-sign/server/testing/openings.ts'
import { messagePage } from '#features/messages/contract.ts'
import { PDF } from '#features/procurement/server/testing/tender.ts'
import { fromBase64, toBase64 } from '#features/sealing/core/bytes.ts'
import { refuseSignTask, signTaskDetail, submitSignature } from '#features/sign-tasks/contract.ts'
import { verifyDocument } from '#features/sign-tasks/core/verify-document.ts'
import { COMPLETED_EVENT } from '#features/sign-tasks/server/public.ts'
import { certified, contentOf, type Party } from '#features/sign-tasks/server/testing/world.ts'
import { inContext } from '#server/context.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { PATIENT } from '#server/testing/patience.ts'
import { pdfText } from '#server/testing/pdf-text.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import * as c from '../contract/contract.ts'
import * as e from '../contract/e-signature.ts'

/* One contract, whose versions both companies sign electronically; each test goes on where the one before has stopped. */

const NOT_FOUND = { status: 404, code: 404 }
const NO_RIGHT = { status: 403, code: 10008 }
const WRONG_STATE = { code: 10002 }
const NOT_BOUGHT = { code: 41003 }

let t: TestSystem
let contractId: string
let buyer: HttpClient
let supplier: HttpClient
let other: HttpClient
let hospital: Party
let seller: Party
let winner: (typeof BIDDERS)[number]

const at = () => ({ params: { contractId } })
const signings = (client: HttpClient) => client.call(e.contractSignings, at())
const newest = async (client: HttpClient) => (await signings(client)).signings[0]!
const asks = async (client: HttpClient) => (await client.call(e.requestContractSigning, at())).taskId
const detail = (client: HttpClient) => client.call(c.contractDetail, at())
const told = async (client: HttpClient, title: string) => {
  const query = { identity: client.workbench as 'supplier', pageSize: 100 }
  return (await client.call(messagePage, { query })).rows.filter((row) => row.title === title).length
}
const count = async (sql: string, values: unknown[] = []) =>
  Number((await t.owner.query<{ count: string }>(`select count(*) from ${sql}`, values)).rows[0]!.count)
const tasks = () => count(`sign_task where subject_kind = 'contract'`)

beforeAll(async () => {
  const { t: system, facts } = await fromState('concluded')
  t = system
  const end = await play.publishCandidates(await t.login('buyer', { workbench: 'purchaser' }), facts.orderId)
  await t.advanceTo(new Date(Date.parse(end) + DAY))
  buyer = await t.login('buyer', { workbench: 'purchaser' })
  await play.award(buyer, facts.orderId)
  const [award] = await buyer.call(c.contractableAwards, {})
  winner = BIDDERS.find((one) => COMPANIES[one].name === award!.supplierName)!
  supplier = await t.login(winner, { workbench: 'supplier' })
  other = await t.login(
    BIDDERS.find((one) => one !== winner)!,
    { workbench: 'supplier' },
  )
  ;({ contractId } = await buyer.call(c.createContract, { body: { tradeId: award!.tradeId } }))
  const { fileId } = await buyer.upload('contract', '技术协议.pdf', PDF)
  const day = (days: number) => formatDate(t.kernel.clock.now().getTime() + days * DAY)
  const body = {
    title: '医用设备采购合同',
    price: award!.price,
    terms: '按招标文件和投标文件执行。',
    place: '设备科',
    deliverBy: day(60),
    warranty: '自验收合格之日起三年',
    payer: 'organ' as const,
    payMode: 'milestones' as const,
    payDays: 30,
    milestones: [{ name: '全部设备到货', amount: award!.price, dueOn: day(90) }],
    files: [{ fileId, name: '技术协议.pdf' }],
  }
  await buyer.call(c.updateContract, { ...at(), body })
})

test('what is not agreed by both is not signed, nor by whom it does not concern', async () => {
  expect(await buyer.refused(e.requestContractSigning, at())).toMatchObject(WRONG_STATE)
  expect(await supplier.refused(e.requestContractSigning, at())).toMatchObject(NOT_FOUND)
  await buyer.call(c.offerContract, { ...at(), body: {} })
  for (const client of [buyer, supplier])
    expect(await client.refused(e.requestContractSigning, at())).toMatchObject(WRONG_STATE)
  const { contentHash } = await detail(supplier)
  await supplier.call(c.signContract, { ...at(), body: { contentHash: contentHash!, size: 'small' } })

  const stranger = await t.login('bj-buyer', { workbench: 'purchaser', tenantId: 3 })
  for (const client of [other, stranger]) {
    expect(await client.refused(e.requestContractSigning, at())).toMatchObject(NOT_FOUND)
    expect(await client.refused(e.contractSignings, at())).toMatchObject(NOT_FOUND)
  }
  const unknown = { params: { contractId: newId() } }
  expect(await buyer.refused(e.requestContractSigning, unknown)).toMatchObject(NOT_FOUND)
  const plain = await t.login('newbie', { workbench: 'purchaser' })
  expect(await plain.refused(e.requestContractSigning, at())).toMatchObject(NO_RIGHT)
  expect(await plain.refused(e.contractSignings, at())).toMatchObject(NO_RIGHT)
})

test('a company reads what it lacks, in the order in which it gets it; whoever asks pays', async () => {
  expect(await signings(supplier)).toMatchObject({ signings: [], obstacle: 'companyNotOpened' })
  expect(await supplier.refused(e.requestContractSigning, at())).toMatchObject({
    ...WRONG_STATE,
    details: { reason: 'companyNotOpened' },
  })
  const admin = await t.login('admin', { workbench: 'admin' })
  const party = async (client: HttpClient, company: typeof winner | 'hospital'): Promise<Party> => {
    const { userId } = await openSigner({ t }, client)
    expect((await signings(client)).obstacle).toBe('noCertificate')
    expect(await client.refused(e.requestContractSigning, at())).toMatchObject(NOT_BOUGHT)
    await giveCopies({ t }, company, { quantity: 10 })
    return { client, companyId: COMPANIES[company].id, userId, ...(await certified({ t, admin }, client)) }
  }
  seller = await party(supplier, winner)
  hospital = await party(buyer, 'hospital')
  for (const client of [buyer, supplier])
    expect(await signings(client)).toEqual({ signings: [], obstacle: null, mayOpenTask: true })
  expect(await tasks()).toBe(0)
})

test('ten requests at once are one task; the other side is told who runs it, and asks again once it was refused', async () => {
  const all = await Promise.allSettled(Array.from({ length: 10 }, () => asks(buyer)))
  const given = new Set(all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])))
  expect([...given]).toHaveLength(1)
  expect(await tasks()).toBe(1)
  await t.settle()
  const { code, taskId } = await newest(supplier)
  for (const client of [buyer, supplier]) {
    const refusal = await client.refused(e.requestContractSigning, at())
    expect(refusal).toMatchObject(WRONG_STATE)
    expect(refusal.message).toContain(COMPANIES.hospital.name)
    expect(refusal.message).toContain(code)
    expect(await told(client, '合同电子签章已发起')).toBe(1)
    expect((await detail(client)).actions.find(({ action }) => action === 'eSign')!.reason).toContain(code)
  }
  const { title } = await supplier.call(signTaskDetail, { params: { id: taskId } })
  expect(title).toContain((await detail(buyer)).code)
  expect(await buyer.refused(e.signedContract, { params: { contractId, version: 1 } })).toMatchObject(NOT_FOUND)
  await buyer.call(refuseSignTask, { params: { id: taskId }, body: { reason: '交货地点应当补充' } })
  expect(await newest(supplier)).toMatchObject({ state: 'refused', reason: '交货地点应当补充', sha256: null })

  const again = await asks(supplier)
  expect(again).not.toBe(taskId)
  // Who pays is who asked; what the task is for nobody asks for anew elsewhere.
  const spent = 'service_use where state = $1 and company_id = $2 and subject = $3'
  expect(await count(spent, ['held', COMPANIES[winner].id, again])).toBe(1)
  const { actions } = await buyer.call(signTaskDetail, { params: { id: taskId } })
  expect(actions.map(({ action }) => action)).not.toContain('again')
})

test('both sign a document of the agreed hash, in their order; the version stays marked with it', async () => {
  const { taskId } = await newest(buyer)
  const { contentHash, files } = await detail(buyer)
  const text = (await pdfText(Buffer.from(await contentOf(hospital, taskId)))).replaceAll(/\s/g, '')
  expect(text).toContain(contentHash)
  const parties = [COMPANIES.hospital.name, COMPANIES[winner].name]
  for (const said of [
    '医用设备采购合同',
    ...parties,
    '按招标文件和投标文件执行。',
    '全部设备到货',
    '自验收合格之日起三年',
  ])
    expect(text).toContain(said)
  expect(text).toContain(`技术协议.pdf${files[0]!.sha256}`)
  await signs(hospital, taskId)
  expect((await newest(supplier)).signers.map(({ state }) => state)).toEqual(['signed', 'waiting'])
  const { sha256 } = await signs(seller, taskId)
  await t.settle()

  for (const client of [buyer, supplier]) {
    const { signings: shown } = await signings(client)
    expect(shown).toMatchObject([{ version: 1, state: 'completed', sha256, isDemo: true }])
    expect(shown[0]!.signers.map(({ companyName, signedAt }) => [companyName, signedAt !== null])).toEqual([
      [COMPANIES.hospital.name, true],
      [COMPANIES[winner].name, true],
    ])
    const { content, mime } = await client.file(e.signedContract, { params: { contractId, version: 1 } })
    expect(mime).toBe('application/pdf')
    expect(await verifyDocument(new Uint8Array(content))).toMatchObject({ isSound: true, sha256 })
    expect(await told(client, '合同电子签章已完成')).toBe(1)
    const refusal = await client.refused(e.requestContractSigning, at())
    expect(refusal).toMatchObject(WRONG_STATE)
    expect(refusal.message).toContain('已完成电子签章')
  }
  expect(await other.refused(e.signedContract, { params: { contractId, version: 1 } })).toMatchObject(NOT_FOUND)
})

test('that all have signed is told once, and is never told otherwise', async () => {
  const { taskId, sha256 } = await newest(buyer)
  const { rows } = await t.owner.query<{ id: string }>('select id from contract_signing where version = 1')
  const subjectId = rows[0]!.id
  for (const forged of [sha256, '0'.repeat(64)])
    await inContext(t.kernel, { tenantId: 1, actor: null }, async (ctx) => {
      ctx.emit({ kind: COMPLETED_EVENT, payload: { taskId, subjectKind: 'contract', subjectId, sha256: forged } })
      return Promise.resolve()
    })
  await t.settle()
  expect((await newest(buyer)).sha256).toBe(sha256)
  expect(await told(buyer, '合同电子签章已完成')).toBe(1)
  await expect(t.owner.query('update contract_signing set sha256 = null, completed_at = null')).rejects.toThrow(
    'cannot be changed',
  )
  const twice = `update sign_task set state = 'completed' where subject_kind = 'contract'`
  await expect(t.owner.query(twice)).rejects.toThrow('sign_task_subject_once')
})

/** Both agree to a change of the contract. */
async function changes(to: { place: string }): Promise<void> {
  const { lines } = await detail(buyer)
  const change = {
    reason: '交货地点补充',
    terms: '按招标文件和投标文件执行。',
    deliverBy: null,
    payDays: 30,
    lines: lines.map(({ line, quantity, unitPrice }) => ({ line, quantity, unitPrice })),
    ...to,
  }
  await buyer.call(c.changeContract, { ...at(), body: change })
  const { contentHash } = (await detail(supplier)).versions[0]!
  await supplier.call(c.answerChange, { ...at(), body: { contentHash, agree: true } })
}

test('a later version has a task of its own, and is asked for again when its time is over', async () => {
  const { price } = await detail(buyer)
  await changes({ place: '设备科库房' })
  expect(await detail(buyer)).toMatchObject({ version: 2, price })

  // What would be signed is not what both agreed to.
  const renames = (name: string) =>
    t.owner.query('update company set name = $2 where id = $1', [COMPANIES[winner].id, name])
  await renames('更名后的公司')
  expect((await buyer.refused(e.requestContractSigning, at())).message).toContain('企业已更名')
  await renames(COMPANIES[winner].name)

  // Both sides at once: whoever comes first asks.
  const both = await Promise.allSettled([asks(buyer), asks(supplier)])
  const [first] = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(await count(`sign_task where subject_kind = 'contract' and state = 'signing'`)).toBe(1)
  expect((await signings(supplier)).signings).toMatchObject([
    { version: 2, state: 'signing', taskId: first, sha256: null },
    { version: 1, state: 'completed' },
  ])
  await t.settle()
  await t.advanceTo(new Date(t.kernel.clock.now().getTime() + 7 * DAY + 60_000))
  buyer = await t.login('buyer', { workbench: 'purchaser' })
  await vi.waitFor(async () => expect((await newest(buyer)).state).toBe('expired'), PATIENT)
  expect(await asks(buyer)).not.toBe(first)
})

test('what is being signed ends with the version and with the contract, and a signature begun is given up', async () => {
  supplier = await t.login(winner, { workbench: 'supplier' })
  const { taskId: second } = await newest(buyer)
  const { actId, attributes } = await prepares({ ...hospital, client: buyer }, second)
  await changes({ place: '门诊库房' })
  expect((await newest(supplier)).state).toBe('withdrawn')
  expect((await signings(buyer)).signings[0]).toMatchObject({ version: 2, reason: '合同第 3 版已生效' })
  const signature = toBase64(hospital.sign(fromBase64(attributes)))
  const late = { params: { id: second }, body: { actId, signature } }
  const refuse = { params: { id: second }, body: { reason: '已有新版本' } }
  for (const refusal of [await buyer.refused(submitSignature, late), await buyer.refused(refuseSignTask, refuse)]) {
    expect(refusal).toMatchObject(WRONG_STATE)
    expect(refusal.message).toContain('已撤回（合同第 3 版已生效）')
  }

  const third = await asks(supplier)
  await buyer.call(c.terminateContract, { ...at(), body: { reason: '需求取消' } })
  expect(await newest(supplier)).toMatchObject({ taskId: third, state: 'withdrawn', reason: '合同已终止' })
  // Whoever paid for it has its copy back.
  expect(await count('service_use where state = $1 and subject = $2', ['held', third])).toBe(0)
  expect(await buyer.refused(e.requestContractSigning, at())).toMatchObject(WRONG_STATE)
  // What was signed stays to be had.
  const { content } = await buyer.file(e.signedContract, { params: { contractId, version: 1 } })
  expect(content.length).toBeGreaterThan(0)
})
