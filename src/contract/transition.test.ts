import { describe, expect, test } from 'vitest'
import type { AppError } from './errors.ts'
import { statusTable } from './transition.ts'

interface Order {
  status: 'draft' | 'published' | 'closed'
  bids: number
}
type Who = 'owner' | 'supplier' | 'stranger'

const owner = (who: Who) => who === 'owner'
const orders = statusTable<Order['status'], 'publish' | 'close' | 'edit' | 'remove', Order, Who>(
  (o) => o.status,
  [
    { action: 'publish', label: '发布', from: ['draft'], to: 'published', who: owner, primary: true },
    {
      action: 'close',
      label: '截止',
      from: ['published'],
      to: 'closed',
      who: owner,
      guard: (o, now) => (now < 100 ? '未到截止时间' : o.bids > 0 || '没有投标'),
      confirm: '截止后不能再投标',
    },
    { action: 'edit', label: '编辑', from: ['draft', 'published'], who: owner },
    { action: 'remove', label: '删除', from: ['draft'], to: 'closed', who: owner, danger: true },
    { action: 'remove', label: '删除', from: ['closed'], to: 'draft', who: (who) => who === 'supplier', danger: true },
  ],
)

const order = (status: Order['status'], bids = 1): Order => ({ status, bids })
const next = (action: Parameters<typeof orders.next>[0], record: Order, who: Who = 'owner', now = 100) =>
  orders.next(action, { record, who, now })
const failure = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    return error as AppError
  }
  throw new Error('did not throw')
}

describe('the next status', () => {
  test('follows the table', () => {
    expect(next('publish', order('draft'))).toBe('published')
    expect(next('close', order('published'))).toBe('closed')
  })

  test('stays where no target is given', () => {
    expect(next('edit', order('published'))).toBe('published')
  })

  test('from another status is refused as wrongState', () => {
    expect(failure(() => next('publish', order('closed')))).toMatchObject({ errorName: 'wrongState', status: 409 })
  })

  test('a guard refuses with its reason', () => {
    expect(failure(() => next('close', order('published'), 'owner', 99)).message).toBe('未到截止时间')
    expect(failure(() => next('close', order('published', 0))).message).toBe('没有投标')
  })

  test('for a stranger nothing exists', () => {
    expect(failure(() => next('publish', order('draft'), 'stranger'))).toMatchObject({
      errorName: 'notFound',
      status: 404,
    })
    // Not even the hint that the status is wrong.
    expect(failure(() => next('publish', order('closed'), 'supplier')).errorName).toBe('notFound')
  })

  test('rows of one action belong to their own actors', () => {
    expect(next('remove', order('closed'), 'supplier')).toBe('draft')
    expect(failure(() => next('remove', order('closed'), 'owner')).errorName).toBe('wrongState')
  })
})

describe('the buttons', () => {
  test('are those of the status and the actor, in the order of the table', () => {
    expect(orders.allowed(order('draft'), 'owner', 0)).toEqual([
      { action: 'publish', label: '发布', primary: true },
      { action: 'edit', label: '编辑' },
      { action: 'remove', label: '删除', danger: true },
    ])
    expect(orders.allowed(order('draft'), 'stranger', 0)).toEqual([])
    expect(orders.allowed(order('closed'), 'supplier', 0).map((a) => a.action)).toEqual(['remove'])
  })

  test('say why they cannot be used yet', () => {
    expect(orders.allowed(order('published'), 'owner', 99)[0]).toEqual({
      action: 'close',
      label: '截止',
      reason: '未到截止时间',
      confirm: '截止后不能再投标',
    })
    expect(orders.allowed(order('published'), 'owner', 100)[0]!.reason).toBeUndefined()
  })

  test('agree with what the server will do', () => {
    for (const status of ['draft', 'published', 'closed'] as const) {
      for (const who of ['owner', 'supplier', 'stranger'] as const) {
        for (const now of [0, 100]) {
          const usable = orders
            .allowed(order(status), who, now)
            .filter((a) => !a.reason)
            .map((a) => a.action)
          const works = (['publish', 'close', 'edit', 'remove'] as const).filter((action) => {
            try {
              next(action, order(status), who, now)
              return true
            } catch {
              return false
            }
          })
          expect(usable).toEqual(works)
        }
      }
    }
  })
})

test('a lock comes before every guard, for buttons and for the server alike', () => {
  const locked = statusTable<Order['status'], 'publish' | 'close' | 'edit' | 'remove', Order, Who>(
    (o) => o.status,
    orders.rows,
    (o, action) => (o.bids === 7 && action !== 'edit' ? '审批中' : true),
  )
  const buttons = locked.allowed(order('published', 7), 'owner', 99)
  expect(buttons.map((a) => [a.action, a.reason])).toEqual([
    ['close', '审批中'],
    ['edit', undefined],
  ])
  const subject = { record: order('published', 7), who: 'owner' as const, now: 100 }
  expect(failure(() => locked.next('close', subject)).message).toBe('审批中')
  expect(locked.next('edit', subject)).toBe('published')
  expect(locked.next('close', { ...subject, record: order('published', 1) })).toBe('closed')
})
