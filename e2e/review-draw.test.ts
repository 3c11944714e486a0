import { expect, test } from '@playwright/test'
import { Cast } from '#demo/cast.ts'
import { PASSWORD, PEOPLE } from '#demo/people.ts'
import { chooseLeader, judge, type Seat, startReview } from '#demo/play/review.ts'
import { DEFAULT_WAYS } from '#features/procurement/rules/default-ways.ts'
import { ReviewMethod } from '#features/evaluation/rules/enums.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { newNotes, type Visitor, goWithin } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'
import * as review from './tender/review.ts'

// The price's parameters of a 双随机 review are drawn: the leader's browser takes part, the purchaser looks on, and both
// derive the result again.
test.describe.configure({ mode: 'serial' })

const notes = newNotes()
let system: OwnSystem<'opened'>
let leader: Visitor
let buyer: Visitor
let orderId = ''

test.beforeAll(async ({ browser }) => {
  system = await startSystem('opened')
  orderId = system.facts.orderId
  await system.change('update purchase_order set review_method = $2 where id = $1', [
    orderId,
    ReviewMethod.values.dualRandom,
  ])
  const cast = new Cast(system.base)
  const seats: Seat[] = await Promise.all(
    review.SEATS.map(async (account) => ({ client: await cast.as(account), password: PASSWORD })),
  )
  const names = review.SEATS.map((account) => PEOPLE[account].name)
  await startReview(await cast.as('buyer'), orderId, names)
  await chooseLeader(seats, orderId)
  await judge(seats, orderId, DEFAULT_WAYS.length - 1)
  const at = { base: system.base, notes }
  const people = { leader: ['expert1', 'expert'], buyer: ['buyer', 'purchaser'] } as const
  ;({ leader, buyer } = await openVisitors(browser, at, people))
})

test.afterAll(async () => {
  await system?.stop()
})

const drawOf = ({ page }: Visitor) => page.getByRole('article', { name: '评标基准价参数抽取' })

test('a browser that takes part commits before anything is frozen', async () => {
  await goWithin(leader.page, `/review/projects/${orderId}/review-session?view=draws`)
  const draw = drawOf(leader)
  await expect(draw.getByText('待抽取')).toBeVisible()
  await expect(draw.getByRole('row').filter({ hasText: PEOPLE.expert1.name }).getByText('已承诺')).toBeVisible()
  await leader.inspect('评审抽签（待抽取）')
})

test('the leader freezes it; the browser reveals, the beacon speaks, and both sides derive the same', async () => {
  const { page } = leader
  const draw = drawOf(leader)
  await draw.getByRole('button', { name: '抽取', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确定', exact: true }).click()
  await expect(draw.getByRole('row').filter({ hasText: PEOPLE.expert1.name }).getByText('已揭示')).toBeVisible()
  await goWithin(buyer.page, `/purchaser/bidding/orders/${orderId}/kpb/review-hall/review-session?view=draws`)
  // The window of reveals ends, and the round of the beacon comes.
  await expect(async () => {
    await system.moveTo(new Date((await system.now()).getTime() + 60_000))
    await expect(draw.getByText('已抽取')).toBeVisible({ timeout: 8_000 })
  }).toPass()
  for (const visitor of [leader, buyer]) {
    const drawn = drawOf(visitor)
    await expect(drawn.getByRole('status')).toContainText('各步承诺、信标签名与结果一致')
    await expect(drawn.locator('strong')).toHaveText([/百分比$/, /^\d+%$/])
  }
  const [leaders, buyers] = await Promise.all(
    [leader, buyer].map((one) => drawOf(one).locator('strong').allTextContents()),
  )
  expect(buyers).toEqual(leaders)
  await leader.inspect('评审抽签（已抽取）')
  await buyer.inspect('采购人查看抽签')
})

test('the price can be summed up once they are drawn', async () => {
  await goWithin(leader.page, `/review/projects/${orderId}/review-session`)
  await review.summarise(leader, '价格评分')
})

test('no screen had a serious accessibility violation, and no console showed an error', () => {
  expect(notes.axe).toEqual([])
  expect(notes.console).toEqual([])
})
