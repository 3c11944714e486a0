import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { DAY, formatDate } from '#contract/time.ts'
import * as register from '#features/bonds/contract/register.ts'
import * as order from '../contract/order.ts'
import { join as signUp, PDF, publish, tenderWorld, type TenderWorld } from './testing/tender.ts'

/* Whoever may write to the database past every guard changes something before the order is archived: the offline
 * verifier, which knows nothing but the archive, names it. */

let world: TenderWorld
beforeAll(async () => {
  world = await tenderWorld()
})

/** Publishes an order and gives it up, alters by SQL what `change` says, archives it, and verifies the archive. */
async function verified(
  change?: (orderId: string) => Promise<void>,
  before?: (orderId: string) => Promise<void>,
): Promise<{ code: number; out: string }> {
  const { t, buyer } = world
  const made = await publish(world)
  await before?.(made.orderId)
  const params = { orderId: made.orderId }
  await buyer.call(order.declareAbortive, { params, body: { reason: '项目取消，不再实施' } })
  await t.settle()
  await change?.(made.orderId)
  await buyer.call(order.archiveOrder, { params, body: { confirm: true } })
  const zip = join(t.kernel.config.dataDir, `${made.code}.zip`)
  await writeFile(zip, (await buyer.file(order.downloadArchive, { params })).content)
  const cli = join(import.meta.dirname, '../../../../verify/cli.ts')
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [cli, '--archive', zip], (_error, out) =>
      resolve({ code: child.exitCode ?? -1, out }),
    )
  })
}

async function force(table: string, statement: string, values: unknown[]): Promise<void> {
  const { owner } = world.t
  await owner.query(`alter table ${table} disable trigger user`)
  const { rowCount } = await owner.query(statement, values)
  await owner.query(`alter table ${table} enable trigger user`)
  expect(rowCount).toBe(1)
}

test('an archive nobody altered holds: its notices and its part of the record', async () => {
  const { code, out } = await verified()
  expect(out.match(/✓ 公告 \S+-0\d 的内容/g)).toHaveLength(2)
  expect(out.match(/✓ 公告 \S+-0\d 的签名：签名有效/g)).toHaveLength(2)
  expect(out).toMatch(/✓ 审计记录：\d+ 条与各自的哈希一致/)
  // Nobody but the archive itself says where it comes from.
  expect(out).toContain('材料自洽，来源未经确认')
  expect(code).toBe(3)
})

test('one character of a notice', async () => {
  const { code, out } = await verified((orderId) =>
    force(
      'notice',
      `update notice set title = overlay(title placing '义' from 1 for 1) where order_id = $1 and kind = 1`,
      [orderId],
    ),
  )
  expect(out).toMatch(/✗ 公告 \S+-01 的内容：《义\S+》与发布时的哈希不一致，已被改动/)
  expect(out).toMatch(/✓ 公告 \S+-02 的内容/)
  expect(code).toBe(1)
})

test('a notice with its hash: the signature gives it away', async () => {
  const { code, out } = await verified((orderId) =>
    force('notice', `update notice set content_hash = sha256('x') where order_id = $1 and kind = 6`, [orderId]),
  )
  expect(out).toMatch(/✗ 公告 \S+-02 的签名：签名无效/)
  expect(code).toBe(1)
})

test('one word of the record', async () => {
  let seq = 0
  const { code, out } = await verified(async (orderId) => {
    const which = `tenant_id = 1 and body->>'entityId' = '${orderId}' and body->>'action' = 'order.publish'`
    const { rows } = await world.t.owner.query<{ seq: number }>(`select seq from audit_record where ${which}`)
    seq = rows[0]!.seq
    await force('audit_record', `update audit_record set body = body || '{"summary": "另一句话"}' where ${which}`, [])
  })
  expect(out).toContain(`✗ 审计记录：第 ${seq} 条的内容与记录时的哈希不一致，已被改动`)
  expect(code).toBe(1)
})

describe('bonds', () => {
  /** Two of three bidders have paid, one of them too little. */
  async function paid(orderId: string): Promise<void> {
    const { t, buyer, suppliers } = world
    for (const [i, supplier] of suppliers.slice(0, 3).entries()) {
      const { tradeId } = await signUp(world, orderId, { supplier })
      const slip = Buffer.concat([PDF, Buffer.from(`%${orderId} ${i}\n`)])
      const voucher = await buyer.upload('bond-voucher', '回单.pdf', slip)
      const body = { amount: ['20000', '19999.99'][i] ?? '', form: 'transfer' as const, paidOn: today(), voucher }
      if (body.amount !== '') await buyer.call(register.recordBondPayment, { params: { orderId, tradeId }, body })
    }
    await t.advanceTo(new Date(t.kernel.clock.now().getTime() + 4 * DAY))
  }
  /** And one gets it back with interest. */
  async function refunded(orderId: string): Promise<void> {
    const { buyer } = world
    const { rows } = await buyer.call(register.orderBonds, { params: { orderId } })
    const { tradeId } = rows.find((row) => row.amount === '20000.00')!
    const voucher = await buyer.upload('bond-voucher', '退还.pdf', Buffer.concat([PDF, Buffer.from(`%${orderId}\n`)]))
    const body = { refundedOn: today(), rate: '0.35', voucher }
    await buyer.call(register.recordBondRefund, { params: { orderId, tradeId }, body })
    await world.t.settle()
  }
  const today = () => formatDate(world.t.kernel.clock.now())

  test('as they were recorded, judged and paid back: the verifier comes to the same', async () => {
    const { code, out } = await verified(refunded, paid)
    expect(out).toMatch(/✓ 保证金的审计记录：3 条/)
    expect(out).toContain('✓ 保证金登记：2 笔登记、0 项认定与审计记录一致')
    expect(out).toContain('✓ 保证金认定：3 家按采购文件重新认定，结果一致')
    expect(out).toContain('✓ 保证金利息：1 笔重新计算，结果一致')
    expect(code).toBe(3)
  })

  test.each([
    ['an amount raised afterwards', `update bond set amount = 20000 where amount < 20000`, '✗ 保证金登记'],
    ['interest kept back', `update bond set interest = 0`, '✗ 保证金利息'],
    ['a day moved', `update bond set paid_on = '2026-01-01' where refunded_on is null`, '✗ 保证金登记'],
  ])('%s', async (_, statement, finding) => {
    const { code, out } = await verified(async (orderId) => {
      await refunded(orderId)
      await world.t.owner.query(`${statement}${statement.includes('where') ? ' and' : ' where'} order_id = $1`, [
        orderId,
      ])
    }, paid)
    expect(out).toContain(finding)
    expect(code).toBe(1)
  })
})
