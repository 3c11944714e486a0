import type { BodyOf } from '#contract/endpoint.ts'
import type { addInvitees } from '#features/procurement/contract/follow-up.ts'
import type * as notice from '#features/procurement/contract/notice.ts'
import type { OrderFields } from '#features/procurement/contract/order-fields.ts'
import type * as order from '#features/procurement/contract/order.ts'
import type { RichNode } from '#features/procurement/rules/rich-text.ts'
import type { AwardCause } from '#features/procurement/rules/result-change.ts'
import type { orderRow, OrderHandle } from '#features/procurement/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type * as z from 'zod'

type Ctx = Context<Employee>
type Order = Awaited<ReturnType<typeof orderRow>>
type Step<Body> = (ctx: Ctx, orderId: string, body: Body) => Promise<{ approval?: { workflowId: string } }>
export interface Text {
  title: string
  content: RichNode
}

/** What is done with one order of a package: the steps and drafts as their own calls do them, given where features are composed. */
export interface LotActs {
  publish: Step<BodyOf<typeof order.publishOrder>>
  change: Step<BodyOf<typeof notice.publishChange>>
  abort: Step<BodyOf<typeof order.declareAbortive>>
  clarify: Step<BodyOf<typeof notice.publishClarification>>
  candidates: Step<BodyOf<typeof notice.publishCandidates>>
  winner: Step<BodyOf<typeof notice.publishWinner>>
  invite: Step<BodyOf<typeof addInvitees>>
  draft(
    ctx: Ctx,
    of: {
      projectId: string
      packageId: string
      method: number
      admission: string
      fields: z.output<typeof OrderFields>
    },
  ): Promise<{ orderId: string; code: string }>
  edit(ctx: Ctx, orderId: string, fields: z.output<typeof OrderFields>): Promise<void>
  /** The opening notice of a draft; left out, what its template says. */
  announce(ctx: Ctx, orderId: string, text?: Text): Promise<void>
  /** Lines of the project fall into other lots. */
  split(ctx: Ctx, projectId: string, lots: readonly { itemId: string; lotNo: number }[]): Promise<void>
  /** Whom an award may choose, and what stands. */
  view(
    ctx: Ctx,
    own: OrderHandle,
  ): Promise<{
    candidates: readonly { tradeId: string; supplierName: string; price: string }[]
    eligible: readonly string[]
    versions: readonly { version: number }[]
    award: { winners: readonly { supplierName: string }[] } | null
    proposal: { winners: readonly { supplierName: string }[] } | null
  }>
  candidateText(ctx: Ctx, order: Order): Promise<Text>
  winnerText(ctx: Ctx, order: Order): Promise<Text>
  winnerChangeText(ctx: Ctx, order: Order, cause: AwardCause): Promise<Text>
}
