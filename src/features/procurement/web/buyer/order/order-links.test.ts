import { expect, test } from 'vitest'
import { OrderStatus } from '../../../rules/enums.ts'
import { ORDER_STATUS } from '../../../engine/order-status.ts'
import { buyerOf } from '../use-buyer.ts'
import type { OrderDetail } from '../tones.ts'
import { documentLinks, mayHaveOpened, signUpLinks } from './order-links.ts'

const S = OrderStatus.values
const pages = buyerOf('purchaser').order('o')
const instant = (ms: number) => new Date(ms).toISOString()

/** Links of an order with the actions that the server's own table gives its owner; sign-up ends at 100, bids at 200. */
function links(status: OrderStatus, now: number, { isAbortive = status === S.abortive, method = 1 } = {}) {
  const facts = {
    method,
    status,
    bidEnd: 200,
    openAt: 200,
    publicityEnd: 300,
    openObjections: 0,
    hasContract: false,
    pendingApproval: null,
  }
  const actions = ORDER_STATUS.allowed(facts, { part: 'owner' }, now)
  const schedule = { signUpEnd: instant(100), openAt: instant(200) } as OrderDetail['schedule']
  const order = { method, admission: 'open' as const, status, isAbortive, actions, schedule }
  return {
    labels: [...documentLinks(order, { pages }), ...signUpLinks(order, { pages, now })].map((l) => l.label),
    opened: mayHaveOpened(order, now),
  }
}

test('links to what can be changed leave an order when it can no longer be', () => {
  expect(links(S.published, 50).labels).toEqual(['变更招标文件', '追加供应商', '投标保证金'])
  expect(links(S.published, 150).labels).toEqual(['变更招标文件', '投标保证金'])
  for (const status of [S.opened, S.reviewing, S.candidates, S.awarded, S.archived])
    expect([status, ...links(status, 250).labels]).toEqual([status, '投标保证金'])
  expect(links(S.published, 250).labels).toEqual(['投标保证金'])
  expect(links(S.abortive, 250).labels).toEqual(['重新招标并追加供应商', '投标保证金'])
  expect(links(S.archived, 250, { isAbortive: true }).labels).toEqual(['投标保证金'])
  expect(links(S.published, 50, { method: 8 }).labels).toEqual(['追加供应商', '竞价保证金'])
})

test('an order that failed before its opening has no opening to look at', () => {
  expect(links(S.abortive, 150).opened).toBe(false)
  expect(links(S.abortive, 250).opened).toBe(true)
  expect(links(S.archived, 250).opened).toBe(true)
})
