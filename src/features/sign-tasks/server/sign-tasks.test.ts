import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { prepares, signs } from '#demo/play/sign-tasks.ts'
import { newId } from '#contract/id.ts'
import { DAY, MINUTE } from '#contract/time.ts'
import { SIGN_COPIES } from '#features/payment/rules/catalogue.ts'
import { fromBase64, toBase64 } from '#features/sealing/core/bytes.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { PATIENT } from '#server/testing/patience.ts'
import * as c from '../contract.ts'
import { verifyDocument } from '../core/verify-document.ts'
import { LOCK_MINUTES, TICKET_SECONDS } from '../rules/limits.ts'
import { check } from './check.ts'
import { smallPdf, testSigner } from './testing/signed-pdf.ts'
import { contentOf, type Party, sends, type SignWorld, signWorld } from './testing/world.ts'

let w: SignWorld
let other: HttpClient
beforeAll(async () => {
  w = await signWorld()
  other = await w.t.login('supplier2', { workbench: 'supplier' })
})
beforeEach(() => w.t.settle())

const NOT_FOUND = { status: 404, code: 404 }
const WRONG_STATE = { code: 10002 }
const CONFLICT = { code: 10003 }
const FORBIDDEN = { status: 403, code: 403 }
const TAMPERED = { code: 10023 }
const at = (id: string) => ({ params: { id } })
const reason = '条款需要修改'
const place = { page: 1, x: 0.8, y: 0.85 }
const both = () => [
  { companyId: w.hospital.companyId, seal: place },
  { companyId: w.supplier.companyId, seal: { ...place, x: 0.3 } },
]
const detail = (party: Pick<Party, 'client'>, id: string) => party.client.call(c.signTaskDetail, at(id))
const copies = async () => {
  const { rows } = await w.t.owner.query<{ state: string; count: string }>(
    'select state, count(*) from service_use where product = $1 and company_id = $2 group by state',
    [SIGN_COPIES, w.hospital.companyId],
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]))
}
const submit = (party: Party, id: string, { actId, attributes }: { actId: string; attributes: string }) => ({
  ...at(id),
  body: { actId, signature: toBase64(party.sign(fromBase64(attributes))) },
})

describe('two companies sign', () => {
  test('in their order; the file verifies, each revision begins with the one before, one copy is spent', async () => {
    const before = (await copies()).used ?? 0
    const id = await sends(w, w.hospital, { signers: both() })
    expect((await copies()).held).toBe(1)
    const zero = await contentOf(w.supplier, id)
    // Not the supplier's turn yet.
    expect(await w.supplier.client.refused(c.signUrl, at(id))).toMatchObject(NOT_FOUND)
    await signs(w.hospital, id)
    const one = await contentOf(w.supplier, id)
    expect((await copies()).used ?? 0).toBe(before)
    expect(await signs(w.supplier, id)).toMatchObject({ revision: 2, state: 'completed' })
    const two = await contentOf(w.hospital, id)
    expect(one.subarray(0, zero.length)).toEqual(zero)
    expect(two.subarray(0, one.length)).toEqual(one)
    const verdict = await verifyDocument(two)
    expect(verdict).toMatchObject({ isSound: true, signatures: [{ isValid: true }, { isValid: true }] })
    const judged = await other.call(c.judgeCertificates, {
      body: {
        signatures: verdict.signatures.map(({ chain, stamp }) => ({ chain: chain.map(toBase64), at: stamp!.at })),
      },
    })
    expect(judged.map(({ verdict: worth, isDemo }) => ({ worth, isDemo }))).toEqual(
      [1, 2].map(() => ({ worth: 'good', isDemo: true })),
    )
    expect(await copies()).toMatchObject({ used: before + 1 })
    const shown = await detail(w.supplier, id)
    expect(shown.acts).toMatchObject([
      { revision: 1, isLocal: true, verdict: expect.stringContaining('演示 CA') as string },
      { revision: 2, seenSha256: shown.acts[0]!.sha256, sha256: verdict.sha256 },
    ])
    const evidence = await w.hospital.client.file(c.signTaskEvidence, at(id))
    expect(JSON.parse(evidence.content.toString())).toMatchObject({
      revisions: [{ number: 0 }, { number: 1 }, { number: 2 }],
    })
    expect(await check(w.t.kernel, 1)).toEqual([])
  })

  test('side by side: one at a time, the second over the newer revision', async () => {
    const id = await sends(w, w.hospital, { signers: both(), order: 'parallel' })
    const first = await prepares(w.supplier, id)
    expect((await w.hospital.client.refused(c.signUrl, at(id))).message).toContain('正在签署')
    await w.supplier.client.call(c.submitSignature, submit(w.supplier, id, first))
    const seen = (await detail(w.hospital, id)).acts[0]!.seenSha256
    await expect(prepares(w.hospital, id, { seenSha256: seen })).rejects.toMatchObject({ body: CONFLICT })
    expect(await signs(w.hospital, id)).toMatchObject({ state: 'completed' })
  })

  test('ten times at once is one signature', async () => {
    const id = await sends(w, w.hospital, { signers: both() })
    const given = submit(w.hospital, id, await prepares(w.hospital, id))
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => w.hospital.client.call(c.submitSignature, given)),
    )
    expect(new Set(answers.map(({ sha256 }) => sha256)).size).toBe(1)
    expect((await detail(w.hospital, id)).acts).toHaveLength(1)
  })
})

describe('what is no signature of this person over this document is refused, and the task goes on', () => {
  let id: string
  beforeAll(async () => {
    id = await sends(w, w.hospital, { signers: both() })
  })

  test('an address that was used, is over, or is of another person or task', async () => {
    const another = await sends(w, w.hospital, { signers: both() })
    const { ticket } = await w.hospital.client.call(c.signUrl, at(id))
    const body = { seenSha256: (await detail(w.hospital, id)).sha256!, certificate: toBase64(w.hospital.certificate) }
    const elsewhere = { ...at(another), query: { ticket }, body }
    expect(await w.hospital.client.refused(c.prepareSignature, elsewhere)).toMatchObject(FORBIDDEN)
    const here = { ...at(id), query: { ticket }, body }
    expect(await w.supplier.client.refused(c.prepareSignature, here)).toMatchObject(NOT_FOUND)
    await w.hospital.client.call(c.prepareSignature, here)
    const { ticket: old } = await w.hospital.client.call(c.signUrl, at(id))
    await w.t.settle()
    await w.t.advanceTo(new Date(w.t.kernel.clock.now().getTime() + (TICKET_SECONDS + 1) * 1000))
    const late = { ...here, query: { ticket: old } }
    expect(await w.hospital.client.refused(c.prepareSignature, late)).toMatchObject(FORBIDDEN)
  })

  test('another key, other bytes, an act that was superseded', async () => {
    const first = await prepares(w.hospital, id)
    const { actId, attributes } = await prepares(w.hospital, id)
    const old = submit(w.hospital, id, first)
    expect(await w.hospital.client.refused(c.submitSignature, old)).toMatchObject(WRONG_STATE)
    const foreign = submit(w.supplier, id, { actId, attributes })
    expect(await w.hospital.client.refused(c.submitSignature, foreign)).toMatchObject(TAMPERED)
    const bytes = fromBase64(attributes)
    const altered = submit(w.hospital, id, { actId, attributes: toBase64(bytes.with(20, bytes[20]! ^ 1)) })
    expect(await w.hospital.client.refused(c.submitSignature, altered)).toMatchObject(TAMPERED)
    const stranger = submit(w.hospital, id, { actId: newId(), attributes })
    expect(await w.hospital.client.refused(c.submitSignature, stranger)).toMatchObject(WRONG_STATE)
    expect((await detail(w.hospital, id)).acts).toEqual([])
  })

  test('certificates of another company, of nobody trusted, or none', async () => {
    const messages = async (certificate: Uint8Array<ArrayBuffer>) =>
      prepares(w.hospital, id, { certificate }).then(
        () => 'taken',
        (error: Error) => error.message,
      )
    expect(await messages(w.supplier.certificate)).toContain('证书不属于该企业')
    expect(await messages(testSigner('某公司').certificate)).toContain('不在受信任列表内')
    expect(await messages(new Uint8Array(50))).toContain('不是证书')
  })

  test('strangers find nothing; the initiator changes nothing any more', async () => {
    for (const call of [c.signTaskDetail, c.signUrl, c.signTaskEvidence, c.signTaskContent])
      expect(await other.refused(call, at(id))).toMatchObject(NOT_FOUND)
    expect(await other.refused(c.signTaskPreview, { params: { taskId: id } })).toMatchObject(NOT_FOUND)
    for (const call of [c.sendBackSignTask, c.refuseSignTask, c.withdrawSignTask])
      expect(await other.refused(call, { ...at(id), body: { reason } })).toMatchObject(NOT_FOUND)
    for (const call of [c.unlockSignTask, c.sendSignTask, c.removeSignTask])
      expect(await other.refused(call, at(id))).toMatchObject(NOT_FOUND)
    expect(await w.hospital.client.refused(c.sendSignTask, at(id))).toMatchObject(WRONG_STATE)
    expect(await w.hospital.client.refused(c.removeSignTask, at(id))).toMatchObject(WRONG_STATE)
    expect(await w.supplier.client.refused(c.withdrawSignTask, { ...at(id), body: {} })).toMatchObject(NOT_FOUND)
  })

  test('the preview is marked, and a file that may act is not taken', async () => {
    const shown = await w.supplier.client.file(c.signTaskPreview, { params: { taskId: id } })
    expect(shown.mime).toBe('application/pdf')
    expect(shown.content.equals(Buffer.from(await contentOf(w.supplier, id)))).toBe(false)
    const broken = new TextEncoder().encode('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n')
    await expect(sends(w, w.hospital, { signers: both(), file: broken })).rejects.toMatchObject({
      body: { code: 10015 },
    })
  })
})

describe('a task ends without being signed, and costs nothing', () => {
  test.each([
    ['refused', () => w.hospital, c.refuseSignTask],
    ['returned', () => w.hospital, c.sendBackSignTask],
    ['withdrawn', () => w.hospital, c.withdrawSignTask],
  ] as const)('%s', async (state, who, call) => {
    const used = (await copies()).used
    const id = await sends(w, w.hospital, { signers: both() })
    const begun = await prepares(w.hospital, id)
    await w.hospital.client.call(c.unlockSignTask, at(id))
    await who().client.call(call, { ...at(id), body: { reason } })
    expect(await detail(w.supplier, id)).toMatchObject({ state, reason })
    const late = submit(w.hospital, id, begun)
    expect((await w.hospital.client.refused(c.submitSignature, late)).status).toBeGreaterThanOrEqual(400)
    expect((await copies()).used).toBe(used)
  })

  test('what was begun is free after ten minutes, what is not signed in time has expired', async () => {
    const id = await sends(w, w.hospital, { signers: both(), order: 'parallel', days: 1 })
    const begun = await prepares(w.supplier, id)
    await w.t.settle()
    const now = w.t.kernel.clock.now().getTime()
    await w.t.advanceTo(new Date(now + LOCK_MINUTES * MINUTE + 1000))
    await vi.waitFor(async () => {
      expect((await detail(w.supplier, id)).signers.map(({ state }) => state)).toEqual(['waiting', 'waiting'])
    }, PATIENT)
    const late = submit(w.supplier, id, begun)
    expect(await w.supplier.client.refused(c.submitSignature, late)).toMatchObject(WRONG_STATE)
    await w.t.settle()
    await w.t.advanceTo(new Date(now + DAY + MINUTE))
    await vi.waitFor(async () => expect((await detail(w.supplier, id)).state).toBe('expired'), PATIENT)
    const refusal = await w.supplier.client.refused(c.signUrl, at(id))
    expect(refusal).toMatchObject(WRONG_STATE)
    expect(refusal.message).toContain('已过期（签署期限内未全部签署）')
  })

  test('drafts are the own company’s; people of another company are not named', async () => {
    const id = await sends(w, w.hospital, { signers: both(), isDraft: true })
    expect(await w.supplier.client.refused(c.signTaskDetail, at(id))).toMatchObject(NOT_FOUND)
    const named = [{ companyId: w.supplier.companyId, userId: w.supplier.userId }]
    await expect(sends(w, w.hospital, { signers: named })).rejects.toMatchObject({ body: { code: 10001 } })
    const twice = [{ companyId: w.supplier.companyId }, { companyId: w.supplier.companyId }]
    await expect(sends(w, w.hospital, { signers: twice })).rejects.toMatchObject({ body: { code: 10001 } })
    await w.hospital.client.call(c.removeSignTask, at(id))
    expect(await w.hospital.client.refused(c.signTaskDetail, at(id))).toMatchObject(NOT_FOUND)
  })
})

test('lists say whose turn it is', async () => {
  const id = await sends(w, w.hospital, { signers: both().toReversed(), file: await smallPdf(1) })
  const ids = async ({ client }: Pick<Party, 'client'>, tab: c.Tab) =>
    (await client.call(c.signTaskPage, { query: { tab, pageSize: 100 } })).rows.map((row) => row.id)
  expect(await ids(w.supplier, 'mine')).toContain(id)
  expect(await ids(w.hospital, 'mine')).not.toContain(id)
  expect(await ids(w.hospital, 'sent')).toContain(id)
  await signs(w.supplier, id)
  expect(await ids(w.supplier, 'other')).toContain(id)
  expect(await ids(w.hospital, 'mine')).toContain(id)
})
