import type { Browser } from '@playwright/test'
import type { Cast } from '#demo/cast.ts'
import { COMPANIES } from '#demo/companies.ts'
import { orderDetail } from '#features/procurement/contract/order.ts'
import { NoticeKind } from '#features/procurement/rules/enums.ts'
import { approver, copy, enable } from '#features/workflow/server/testing/flows.ts'
import { logIn, newVisitor, type Notes, type Visitor } from '../kit/visitor.ts'
import { logInFor } from './review.ts'

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
  const visitor = () => newVisitor(browser, { base, notes })
  const [initiator, signer, admin] = await Promise.all([visitor(), visitor(), visitor()])
  await logInFor(initiator, 'multi', COMPANIES.hospital.name)
  await logIn(signer, 'buyer2')
  await logIn(admin, 'buyer')
  return { initiator, signer, admin }
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
