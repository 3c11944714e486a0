import { chmod, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import * as buyer from '../play/buyer.ts'
import { fromState } from '../states/from-state.ts'
import { answerObjection } from '#features/procurement/contract/objection.ts'
import { archiveOrder } from '#features/procurement/contract/order.ts'
import { createObjection } from '#features/procurement/contract/supplier.ts'
import { FEATURES } from '#server/features.ts'
import { findAlterations } from '#server/integrity.ts'
import type { TestSystem } from '#server/testing/test-system.ts'

/* A tender up to its winner, then altered as the database's owner and on the disk: each alteration is named, and nothing else. */

let t: TestSystem
let orderId: string
const look = () => findAlterations(t.kernel, { ownerUrl: t.ownerUrl, features: FEATURES })

beforeAll(async () => {
  const { t: system, facts } = await fromState('concluded')
  t = system
  orderId = facts.orderId
  const client = await t.login('buyer', { workbench: 'purchaser' })
  const publicityEnd = await buyer.publishCandidates(client, orderId)
  const loser = await t.login('supplier2', { workbench: 'supplier' })
  const { objectionId } = await loser.call(createObjection, {
    params: { orderId },
    body: { subject: '对评分的异议', content: '请复核技术评分。' },
  })
  await client.call(answerObjection, {
    params: { objectionId },
    body: { outcome: 'rejected', answer: '已复核，评分无误。' },
  })
  await t.advanceTo(publicityEnd)
  await t.advanceTo(new Date(t.kernel.clock.now().getTime() + 60_000))
  await buyer.award(client, orderId)
  await t.settle()
})

test('a tender that nobody altered holds', async () => {
  expect(await look()).toEqual([])
})

/** Alters as the owner of the database, past every trigger, looks, and puts everything back as it was. */
async function altered(table: string, statement: string): Promise<{ what: string; id: string }[]> {
  await t.owner.query(`create table kept as select * from ${table}`)
  await t.owner.query(`alter table ${table} disable trigger all`)
  const { rowCount } = await t.owner.query(statement.replaceAll('$1', `'${orderId}'`))
  expect(rowCount).toBeGreaterThan(0)
  const found = await look()
  await t.owner.query(`delete from ${table}`)
  await t.owner.query(`insert into ${table} overriding system value select * from kept`)
  await t.owner.query(`alter table ${table} enable trigger all`)
  await t.owner.query('drop table kept')
  return found
}

const ONE_TRADE = `id = (select id from trade where order_id = $1 order by id limit 1)`
const OF_RESULT = `result_id in (select id from order_result where order_id = $1)`

describe('what was altered in the database is named', () => {
  test.each<[what: string, table: string, statement: string, finding: string]>([
    [
      'a deadline',
      'purchase_order',
      `update purchase_order set bid_end = bid_end + interval '1 day' where id = $1`,
      'order-schedule',
    ],
    [
      'the ceiling',
      'purchase_order',
      `update purchase_order set control_price = control_price + 1 where id = $1`,
      'order-schedule',
    ],
    [
      'a mark that was read out',
      'opening_mark',
      `update opening_mark set value = value || '0' where order_id = $1`,
      'order-opening',
    ],
    [
      'a quote that was read out',
      'opening_bidder',
      `update opening_bidder set quote = quote - 1 where order_id = $1 and no = 1`,
      'order-opening',
    ],
    [
      'keys that were handed in',
      'opening_bidder',
      `update opening_bidder set released_keys = '{"1":"00"}' where order_id = $1 and no = 1`,
      'row',
    ],
    [
      'keys that nobody handed in',
      'opening_bidder',
      `update opening_bidder set released_at = released_at - interval '1 minute' where order_id = $1 and no = 2`,
      'row',
    ],
    [
      'what a bidder disputed at the opening, and the answer',
      'opening_bidder',
      `update opening_bidder set dispute = '价格有误', dispute_reply = '无误' where order_id = $1 and no = 1`,
      'row',
    ],
    ['an objection', 'objection', `update objection set content = '没有异议' where order_id = $1`, 'row'],
    ['the answer to an objection', 'objection', `update objection set answer = '成立' where order_id = $1`, 'row'],
    ['an objection taken out', 'objection', `delete from objection where order_id = $1`, 'row'],
    ['the title of the order', 'purchase_order', `update purchase_order set title = '另一项目' where id = $1`, 'row'],
    [
      'a score',
      'review_score',
      `update review_score set score = score - 0.5 where score > 1 and item_id in (
         select i.id from review_item i join review_way w on w.id = i.way_id where w.order_id = $1)`,
      'order-review',
    ],
    ['the ranking', 'review_ranking', `update review_ranking set rank = 5 - rank where order_id = $1`, 'order-review'],
    [
      'a price of a candidate',
      'candidate',
      `update candidate set price = price - 1 where ${OF_RESULT} and rank = 1`,
      'order-results',
    ],
    ['a candidate taken out', 'candidate', `delete from candidate where ${OF_RESULT} and rank = 2`, 'order-results'],
    ['the price of the winner', 'award', `update award set price = price - 1 where ${OF_RESULT}`, 'order-results'],
    [
      'the winner',
      'award',
      `update award set trade_id = (select trade_id from review_ranking where order_id = $1 and rank = 2) where ${OF_RESULT}`,
      'order-results',
    ],
    ['what the operator committed to for a draw', 'draw', `update draw set operator_hash = sha256('x')`, 'draw'],
    ['a draw taken out', 'draw', `delete from draw where subject = $1`, 'draw'],
    ['the decision on a sign-up', 'trade', `update trade set status = 2 where ${ONE_TRADE}`, 'sign-up'],
    [
      'the supplier of a sign-up',
      'trade',
      `update trade set supplier_company_id = (select id from company c where not exists (
         select from trade x where x.order_id = $1 and x.supplier_company_id = c.id) limit 1) where ${ONE_TRADE}`,
      'sign-up',
    ],
    [
      'a tender document exchanged for another file',
      'order_file',
      `update order_file set file_id = (select id from file_object where tenant_id = 1 and id <> file_id limit 1)
       where order_id = $1`,
      'document',
    ],
    [
      'an opened file exchanged for another file',
      'opened_file',
      `update opened_file set file_id = (select file_id from opened_file where order_id = $1 order by file_id limit 1)
       where order_id = $1`,
      'opened-file',
    ],
    [
      'the settings of the order',
      'purchase_order',
      `update purchase_order set settings = '{}' where id = $1`,
      'order-terms',
    ],
    ['a quantity', 'project_item', `update project_item set quantity = quantity + 1`, 'order-terms'],
    [
      'a member of the committee',
      'reviewer',
      `update reviewer set name = '另一人' where order_id = $1`,
      'order-committee',
    ],
    [
      'the full marks of an item',
      'review_item',
      `update review_item set full_mark = full_mark + 1 where full_mark is not null`,
      'order-committee',
    ],
    ['a signature under the report', 'review_signature', `delete from review_signature`, 'order-committee'],
    [
      'a whole result',
      'order_result',
      `delete from order_result where order_id = $1 and kind = 'award'`,
      'order-results',
    ],
  ])('%s', async (_, table, statement, finding) => {
    const found = await altered(table, statement)
    expect(found.map(({ what }) => what)).toEqual([finding])
    expect(await look()).toEqual([])
  })

  test('the title of a published notice', async () => {
    const found = await altered(
      'notice',
      `update notice set title = title || '（更正）' where id = (select id from notice where order_id = $1 order by code limit 1)`,
    )
    expect(found).toMatchObject([{ what: 'notice', message: expect.stringContaining('的内容与发布时的哈希不一致') }])
  })

  test('an objection that the application never took', async () => {
    const found = await altered(
      'objection',
      `insert into objection select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(),
         'created_at', o.created_at + interval '1 hour'))).* from objection o where order_id = $1`,
    )
    expect(found).toMatchObject([{ what: 'row', message: expect.stringContaining('系另行加入') }])
  })

  test('a published notice that was deleted', async () => {
    const { rows } = await t.owner.query<{ code: string }>(
      `select code from notice where order_id = $1 order by code desc limit 1`,
      [orderId],
    )
    const { code } = rows[0]!
    const found = await altered('notice', `delete from notice where order_id = $1 and code = '${code}'`)
    expect(found).toMatchObject([{ what: 'notice', id: code, message: `公告 ${code} 已发布，但记录被删除` }])
  })
})

test('an archive exchanged for another file, and one that is gone', async () => {
  await t.advanceTo(new Date(t.kernel.clock.now().getTime() + 12 * 60_000))
  const client = await t.login('buyer', { workbench: 'purchaser' })
  await client.call(archiveOrder, { params: { orderId } })
  await t.settle()
  const logged = await t.owner.query(`select 1 from log_record where type = 'archive' and subject = $1`, [orderId])
  expect(logged.rowCount).toBe(1)
  const other = `update archive set file_id = (select id from file_object where tenant_id = 1 and id <> file_id limit 1)`
  for (const statement of [`${other} where order_id = $1`, `delete from archive where order_id = $1`])
    expect((await altered('archive', statement)).map(({ what }) => what)).toEqual(['archive'])
  expect(await look()).toEqual([])
})

test('a stored file altered on the disk, and one that is gone', async () => {
  const { rows } = await t.owner.query<{ id: string; sha: string }>(
    `select o.id, encode(o.sha256, 'hex') as sha from file_object o join order_file f on f.file_id = o.id where f.order_id = $1`,
    [orderId],
  )
  const { id, sha } = rows[0]!
  const path = join(t.config.dataDir, 'files/objects', sha.slice(0, 2), sha.slice(2, 4), sha)
  const bytes = await readFile(path)
  await chmod(path, 0o600)
  const broken = Buffer.from(bytes)
  broken[broken.length >> 1]! ^= 1
  await writeFile(path, broken)
  expect(await look()).toContainEqual({
    tenantId: 1,
    what: 'stored-file',
    id,
    message: expect.stringContaining('被改动'),
  })
  await rm(path)
  expect(await look()).toContainEqual({
    tenantId: 1,
    what: 'stored-file',
    id,
    message: expect.stringContaining('缺失'),
  })
  await writeFile(path, bytes)
  expect(await look()).toEqual([])
})
