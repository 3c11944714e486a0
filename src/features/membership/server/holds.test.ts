import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test, vi } from 'vitest'
import { COMPANIES } from '#demo/companies.ts'
import { PEOPLE } from '#demo/people.ts'
import { fromState } from '#demo/states/from-state.ts'
import { messagePage } from '#features/messages/contract.ts'
import { platformRefund } from '#features/payment/contract/finance.ts'
import { placeOrder } from '#features/payment/contract/order.ts'
import { PayMethod } from '#features/payment/rules/enums.ts'
import { actsIn } from '#features/payment/server/testing/pay.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { PATIENT } from '#server/testing/patience.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import * as contract from '../contract.ts'
import { confirmCount, HOLD_MS, holdCount, releaseCount, releaseOverdue } from './spend.ts'

/* A count is set apart for a service, then used by it, or free again because the service failed: never both. */

const PREVIEW = '50000000-0000-4000-8000-000000000201'
const { id: companyId } = COMPANIES.supplier1
let t: TestSystem
let orderId: string
let payOrderId: string
let supplier: HttpClient
let world: ReturnType<typeof actsIn>

beforeAll(async () => {
  const from = await fromState('published')
  t = from.t
  orderId = from.facts.orderId
  const { rows } = await t.owner.query<{ sale_start: Date }>('select sale_start from purchase_order where id = $1', [
    orderId,
  ])
  await t.advanceTo(new Date(rows[0]!.sale_start.getTime() + 1000))
  supplier = await t.login('supplier1', { workbench: 'supplier' })
  world = actsIn(t, supplier)
  const body = { skuId: PREVIEW, count: 1, payMethod: PayMethod.values.wechat }
  const made = await supplier.call(placeOrder, { body })
  payOrderId = made.orderId
  await world.isBegun(made.payCode!)
  await world.play(made.payCode!, 'pay')
  await vi.waitUntil(async () => (await lot()).quantity === 10, PATIENT)
})

const lot = async () => {
  const { rows } = await t.owner.query<{ quantity: number; used: number; held: number }>(
    'select quantity, used, held from service_lot where pay_order_id = $1',
    [payOrderId],
  )
  return rows[0] ?? { quantity: 0, used: 0, held: 0 }
}
const hold = (subject: string) =>
  world.act((ctx) =>
    holdCount(Object.assign(Object.create(ctx) as never, { actor: { companyId, userId: PEOPLE.supplier1.id } }), {
      product: 'preview',
      subject,
    }),
  )
const stateOf = async (subject: string) => {
  const { rows } = await t.owner.query<{ state: string }>(
    'select state from service_use where subject = $1 order by used_at',
    [subject],
  )
  return rows.map(({ state }) => state)
}

test('documents that cannot be read give the count back, say so, and can be asked for again', async () => {
  const params = { id: orderId }
  const { rows } = await t.owner.query<{ sha256: Buffer }>(
    `select o.sha256 from order_file f join file_object o on o.id = f.file_id
     where f.order_id = $1 and f.kind = 'document' and f.notice_id is null and f.replaced_at is null`,
    [orderId],
  )
  const sha256 = rows[0]!.sha256.toString('hex')
  const kept = Buffer.concat(await (await t.kernel.files.read(sha256)).toArray())
  await t.kernel.files.retire(sha256, t.kernel.clock.now())
  await t.kernel.files.destroy(sha256)
  await supplier.call(contract.unlockPreview, { params })
  await vi.waitFor(
    async () =>
      expect(await supplier.call(contract.previewRemain, { params })).toEqual({
        remain: 10,
        isUnlimited: false,
        isUnlocked: false,
        givenBack: '采购文件暂时无法读取',
        blocked: null,
      }),
    PATIENT,
  )
  expect(await supplier.call(contract.previewFiles, { params })).toEqual([])
  await vi.waitFor(async () => {
    const { rows: told } = await supplier.call(messagePage, { query: { identity: 'supplier' } })
    expect(told.filter(({ kind }) => kind === 'service.released')).toMatchObject([
      { title: '标书预览未成功，次数已退回' },
    ])
  }, PATIENT)

  await t.kernel.files.put(kept)
  await Promise.all(Array.from({ length: 16 }, () => supplier.call(contract.unlockPreview, { params })))
  await vi.waitFor(async () => expect(await lot()).toEqual({ quantity: 10, used: 1, held: 0 }), PATIENT)
  expect(await supplier.call(contract.previewRemain, { params })).toMatchObject({
    remain: 9,
    isUnlocked: true,
    givenBack: null,
  })
  expect(await stateOf(orderId)).toEqual(['released', 'used'])
})

test('confirmed, released and overdue at once: one of them, and the lot agrees', async () => {
  const before = (await lot()).used
  let used = 0
  for (let round = 0; round < 4; round++) {
    const subject = randomUUID()
    const held = await Promise.all(Array.from({ length: 4 }, () => hold(subject)))
    const [useId, ...more] = held.filter((id) => id !== null)
    expect(more).toEqual([])
    expect(await lot()).toEqual({ quantity: 10, used: before + used, held: 1 })
    const overdue = { id: null, kind: 'service.overdue', payload: { useId } }
    const settled = await Promise.all([
      ...Array.from({ length: 8 }, () => world.act((ctx) => confirmCount(ctx, useId!))),
      ...Array.from({ length: 7 }, () => world.act((ctx) => releaseCount(ctx, useId!, '失败'))),
      world.act((ctx) => releaseOverdue.handle(ctx as never, overdue as never)),
    ])
    expect(settled.filter((one) => one === true).length).toBeLessThanOrEqual(1)
    const [state] = await stateOf(subject)
    expect(['used', 'released']).toContain(state)
    if (state === 'used') used++
    expect(await lot()).toEqual({ quantity: 10, used: before + used, held: 0 })
  }
})

test('what is set apart is neither used by others nor given back as money; at its end it is free again', async () => {
  const { used } = await lot()
  const subjects = Array.from({ length: 10 - used + 6 }, () => randomUUID())
  const tries = await Promise.allSettled(subjects.map(hold))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(10 - used)
  expect(await lot()).toEqual({ quantity: 10, used, held: 10 - used })
  const admin = await t.login('admin', { workbench: 'admin' })
  const body = { orderId: payOrderId, amount: '5.00', reason: '不再使用' }
  expect(await admin.refused(platformRefund, { body })).toMatchObject({ message: '有服务正在使用，请稍后再退款' })
  await t.advanceTo(new Date(t.kernel.clock.now().getTime() + HOLD_MS + 1000))
  await vi.waitFor(async () => expect(await lot()).toEqual({ quantity: 10, used, held: 0 }), PATIENT)
  await expect(t.owner.query(`update service_use set state = 'used' where state = 'released'`)).rejects.toMatchObject({
    code: 'KB002',
  })
})
