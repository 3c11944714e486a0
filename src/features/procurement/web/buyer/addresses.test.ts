import { matchRoutes } from 'react-router'
import { describe, expect, it } from 'vitest'
import { pathsOf } from '#web/screen.ts'
import { auctionMethod } from '../../rules/methods/auction.ts'
import { ORDER_STATUS } from '../../rules/order-status.ts'
import { buyerPlace, formPlace, signUpPlace, supplierPlace } from '../../rules/places.ts'
import { addressesOf, addressOfAction } from './addresses.ts'
import { buyerScreens } from './screens.ts'

const ORDER = '01a7f3c2-0000-7000-8000-000000000001'
const PROJECT = '01a7f3c2-0000-7000-8000-000000000002'
/** Pages of the halls and of joint keys belong to other features. */
const ELSEWHERE = /\/kpb\/|\/joint-key$/

function titleAt(address: string): string | undefined {
  const routes = buyerScreens.flatMap((screen) => pathsOf(screen).map((path) => ({ path, handle: screen })))
  return (matchRoutes(routes, address)?.at(-1)?.route.handle as { title: string } | undefined)?.title
}

describe.each(['purchaser', 'agency'] as const)('addresses of the %s', (side) => {
  const at = addressesOf(side)

  it('all lead to a screen', () => {
    const pages = at.order(ORDER)
    const trade = { tradeId: PROJECT, supplierId: ORDER }
    const all = [
      ...Object.values(pages).filter((v): v is string => typeof v === 'string' && v.startsWith('/')),
      pages.file(PROJECT),
      pages.signUp(trade, true),
      pages.signUp(trade, false),
      at.list,
      at.projectList,
      at.project(PROJECT),
      at.projectForm(),
      at.projectForm(PROJECT),
    ]
    for (const address of all.filter((a) => !ELSEWHERE.test(a)))
      expect([address, titleAt(address)]).not.toContain(undefined)
  })

  it('tell candidate and winner pages from their details', () => {
    const base = `/${side}/bidding/orders/${ORDER}`
    expect(titleAt(`${base}/winner/detail`)).toBe('中标结果')
    expect(titleAt(`${base}/winner`)).toBe('确定中标人')
    expect(titleAt(`${base}/abnormal/winner`)).toBe('确定中标人')
    expect(titleAt(`${base}/abnormal/auction`)).toBe('流标处理')
  })

  it('reach the order form with every choice of parts', () => {
    for (const parts of [{}, { orderId: ORDER }, { projectId: PROJECT }, { projectId: PROJECT, copyId: ORDER }])
      expect(titleAt(at.form(parts))).toBe('编辑标段')
    expect(titleAt(at.form({ orderId: ORDER, projectId: PROJECT }))).toBe('编辑标段')
  })

  it('know where every action of the status table is done', () => {
    const onTheSpot = ORDER_STATUS.rows
      .map((row) => row.action)
      .filter((action) => addressOfAction(action, at, { orderId: ORDER, projectId: PROJECT }) === null)
    // The last three are the clock's.
    expect(onTheSpot).toEqual(['delete', 'archive', 'copy', 'startAuction', 'endAuction', 'failAuction'])
  })
})

describe.each(['purchaser', 'agency'] as const)('addresses of auctions of the %s', (side) => {
  const at = addressesOf(side, auctionMethod)

  it('all lead to a screen', () => {
    const pages = at.order(ORDER)
    const trade = { tradeId: PROJECT, supplierId: ORDER }
    const all = [
      ...Object.values(pages).filter((v): v is string => typeof v === 'string' && v.startsWith('/')),
      pages.file(PROJECT),
      pages.signUp(trade, true),
      pages.signUp(trade, false),
      at.list,
      at.form({ projectId: PROJECT }),
      at.form({ projectId: PROJECT, copyId: ORDER }),
      at.form({ orderId: ORDER, projectId: PROJECT }),
    ]
    // The hall is the auction feature's.
    for (const address of all.filter((one) => !one.endsWith('/hall-door')))
      expect([address, titleAt(address)]).not.toContain(undefined)
  })

  it('are those that messages and lists of what is to do give', () => {
    const order = { id: ORDER, method: auctionMethod.code, project_id: PROJECT }
    const pages = at.order(ORDER)
    expect(buyerPlace(order, side)).toBe(pages.info)
    expect(buyerPlace(order, side, 'apply')).toBe(pages.signUps)
    expect(buyerPlace(order, side, 'winner')).toBe(pages.winner)
    expect(buyerPlace(order, side, 'changes/content/edit')).toBe(pages.newChange)
    expect(buyerPlace(order, side, 'abnormal/auction')).toBe(pages.abortive)
    expect(buyerPlace(order, side, 'hall')).toBe(pages.hallDoor)
    expect(formPlace(order, side)).toBe(at.form({ orderId: ORDER, projectId: PROJECT }))
    const trade = { tradeId: PROJECT, supplierId: ORDER }
    expect(signUpPlace(order, side, trade).form).toBe(pages.signUp(trade, false))
    expect(supplierPlace(order)).toBe(`/supplier/compete/orders/${ORDER}/detail`)
  })
})
