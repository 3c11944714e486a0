import type { Cast } from '#demo/cast.ts'
import { demoKey } from '#demo/keys.ts'
import { type Account, PEOPLE } from '#demo/people.ts'
import * as buyer from '#demo/play/buyer.ts'
import { pdfOf } from '#demo/play/documents.ts'
import { openAndDecrypt, readAndEnd } from '#demo/play/opening.ts'
import { lawfulSchedule } from '#demo/play/plan.ts'
import * as supplier from '#demo/play/supplier.ts'
import { together } from '#demo/play/together.ts'
import { PLANS } from '#demo/tenders.ts'
import * as hall from '#features/opening-hall/contract.ts'
import { DecryptState } from '#features/opening-hall/rules.ts'
import type { OwnSystem } from '../kit/system.ts'

export const BIDDERS: readonly Account[] = ['supplier1', 'supplier2', 'supplier3', 'supplier4']
const RATIOS = ['0.93', '0.9', '0.96', '0.98']

export interface Opened {
  orderId: string
  trades: Map<Account, string>
}

/** A tender of four bidders whose opening has ended, its documents allowing one round of offers. Over HTTP. */
export async function openedTender(system: OwnSystem, cast: Cast): Promise<Opened> {
  const plan = { ...PLANS.clean, offerRounds: 1 }
  const host = await cast.as('buyer')
  const now = await system.now()
  const schedule = lawfulSchedule(now)
  const projectId = await buyer.createProject(host, plan)
  const orderId = await buyer.draftOrder(host, projectId, { plan, schedule, now })
  await buyer.publish(host, orderId)
  await system.moveTo(schedule.saleStart!)
  const trades = new Map<Account, string>()
  await together(BIDDERS, async (account) => {
    const { name, mobile } = PEOPLE[account]
    const about = { contact: name, mobile, now: await system.now() }
    trades.set(account, await supplier.signUp(await cast.as(account), orderId, about))
  })
  await buyer.approveAll(host, orderId)
  await together(BIDDERS, (account, i) => bid({ cast, orderId, account, ratio: RATIOS[i]! }, now))
  await system.moveTo(schedule.bidEnd!)
  const bidders = await Promise.all(
    BIDDERS.map(async (account) => ({
      client: await cast.as(account),
      tradeId: trades.get(account)!,
      key: demoKey(account, plan.suite),
    })),
  )
  const params = { projectId: orderId }
  const decrypted = async () =>
    (await host.call(hall.markList, { params })).every((row) => row.decryptState === DecryptState.values.success)
  const sheet = async () => (await host.call(hall.hallDetail, { params: { id: orderId } })).sheetReady
  await openAndDecrypt(host, orderId, { bidders, settle: () => until(decrypted) })
  await readAndEnd(host, orderId, { bidders, settle: () => until(sheet) })
  return { orderId, trades }
}

async function bid(given: { cast: Cast; orderId: string; account: Account; ratio: string }, now: Date): Promise<void> {
  const { cast, orderId, account, ratio } = given
  const client = await cast.as(account)
  const key = demoKey(account, PLANS.clean.suite)
  const keyId = await supplier.registerKey(client, key, '投标专用密钥')
  await supplier.rehearse(client, orderId, { keyId, key })
  const file = async (title: string) =>
    pdfOf({ title, org: PLANS.clean.title, parts: [{ heading: title, paragraphs: ['逐项响应见附表。'] }] }, now)
  const files = [
    { role: 'technical', name: '技术标文件.pdf', content: await file('技术标文件') },
    { role: 'business', name: '商务标文件.pdf', content: await file('商务标文件') },
  ] as const
  await supplier.submitBid(client, orderId, {
    keyId,
    key,
    content: { priceOf: supplier.atRatio(ratio), marks: ['40', '36'], files: [...files] },
  })
}

async function until(done: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < 300; i++) {
    if (await done()) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('waited a minute in vain')
}
