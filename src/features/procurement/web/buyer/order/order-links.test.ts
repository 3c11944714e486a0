import { expect, test } from 'vitest'
import { isAbortive, type OrderState } from '../../../engine/states.ts'
import { ORDER_STATUS } from '../../../engine/order-status.ts'
import { buyerOf } from '../use-buyer.ts'
import type { OrderDetail } from '../tones.ts'
import { documentLinks, mayHaveOpened, signUpLinks } from './order-links.ts'

const pages = buyerOf('purchaser').order('o')
const instant = (ms: number) => new Date(ms).toISOString()

/** Links of an order with the actions that the server's own table gives its owner; sign-up ends at 100, bids at 200. */
function links(state: OrderState, now: number, { method = 1 } = {}) {
  const facts = {
    method,
    state,
    bidEnd: 200,
    openAt: 200,
    publicityEnd: 300,
    openObjections: 0,
    hasContract: false,
    pendingApproval: null,
  }
  const actions = ORDER_STATUS.allowed(facts, { part: 'owner' }, now)
  const schedule = { signUpEnd: instant(100), openAt: instant(200) } as OrderDetail['schedule']
  const order = { method, admission: 'open' as const, state, isAbortive: isAbortive({ state }), actions, schedule }
  return {
    labels: [...documentLinks(order, { pages }), ...signUpLinks(order, { pages, now })].map((l) => l.label),
    opened: mayHaveOpened(order, now),
  }
}

test('links to what can be changed leave an order when it can no longer be', () => {
  expect(links('publish.open', 50).labels).toEqual(['变更招标文件', '追加供应商', '投标保证金'])
  expect(links('publish.open', 150).labels).toEqual(['变更招标文件', '投标保证金'])
  for (const state of ['open.running', 'review.running', 'candidates.public', 'winner.fixed', 'archive.done'] as const)
    expect([state, ...links(state, 250).labels]).toEqual([state, '投标保证金'])
  expect(links('publish.open', 250).labels).toEqual(['投标保证金'])
  expect(links('abortive.declared', 250).labels).toEqual(['重新招标并追加供应商', '投标保证金'])
  expect(links('archive.abortive', 250).labels).toEqual(['投标保证金'])
  expect(links('publish.open', 50, { method: 8 }).labels).toEqual(['追加供应商', '竞价保证金'])
})

test('an order that failed before its opening has no opening to look at', () => {
  expect(links('abortive.declared', 150).opened).toBe(false)
  expect(links('abortive.declared', 250).opened).toBe(true)
  expect(links('archive.done', 250).opened).toBe(true)
})
