import { type Browser, expect } from '@playwright/test'
import { XSRF_COOKIE, XSRF_HEADER } from '#contract/workbench.ts'
import type { Cast } from '#demo/cast.ts'
import { COMPANIES } from '#demo/companies.ts'
import { enterCompany } from '#features/passport/contract.ts'
import { orderDetail } from '#features/procurement/contract/order.ts'
import { NoticeKind } from '#features/procurement/rules/enums.ts'
import { approver, copy, enable } from '#features/workflow/server/testing/flows.ts'
import type { Notes, Visitor } from '../kit/visitor.ts'
import { openVisitors } from '../kit/visitors.ts'

/** Who hands in (周双), who approves (王宁), and the administrator (张晓). */
export interface Signers {
  initiator: Visitor
  signer: Visitor
  admin: Visitor
}

/** One flow for the whole business: every step needs 王宁, and 张晓 gets a copy. All three are logged in. */
export async function signersOf(
  browser: Browser,
  { base, notes, cast }: { base: string; notes: Notes; cast: Cast },
): Promise<Signers> {
  await enable(await cast.as('buyer'), '', [approver('head', ['buyer2']), copy('told', ['buyer'])])
  const people = await openVisitors(
    browser,
    { base, notes },
    { initiator: ['multi', 'purchaser'], signer: ['buyer2', 'purchaser'], admin: ['buyer', 'purchaser'] },
  )
  await enterFor(people.initiator, COMPANIES.hospital.id)
  return people
}

/** Works for one of the companies of a person who is logged in, without the page that asks which: `logInFor` uses that. */
export async function enterFor({ context, page }: Visitor, companyId: string): Promise<void> {
  const token = (await context.cookies()).find(({ name }) => name === XSRF_COOKIE)?.value
  const answer = await page.request.post(`/api${enterCompany.path}`, {
    data: { companyId },
    headers: { [XSRF_HEADER]: token ?? '' },
  })
  expect(answer.status()).toBe(200)
}

/** How many notices of a kind stand published, for whoever runs the order. */
export async function noticesOf(
  cast: Cast,
  orderId: string,
  { kind, by = 'buyer' }: { kind: keyof typeof NoticeKind.values; by?: 'buyer' | 'agent' },
): Promise<number> {
  const { notices } = await (await cast.as(by)).call(orderDetail, { params: { orderId } })
  return notices.filter((notice) => notice.kind === NoticeKind.values[kind]).length
}
