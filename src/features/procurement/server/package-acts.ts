import type { Approvals } from '#features/workflow/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { methodFor } from '../methods/all.ts'
import { say } from '../methods/say.ts'
import type { RichNode } from '../rules/rich-text.ts'
import { winnerView } from './award.ts'
import { saveAnnouncement } from './draft-parts.ts'
import { orderActs } from './order-acts.ts'
import { draftOrder, editDraft } from './order-draft.ts'
import { splitLines } from './project-items.ts'
import { ownersOrder } from './public.ts'
import { candidateText, winnerChangeText, winnerText } from './result-texts.ts'
import { draftOf } from './templates.ts'

type Ctx = Context<Employee>

/** What is done with the orders of a package: each by its own operation. */
export function packageActs(approvals: Approvals) {
  return {
    ...orderActs(approvals),
    draft: draftOrder,
    edit: editDraft,
    announce,
    split: splitLines,
    view: winnerView,
    candidateText: (ctx: Ctx, order: Parameters<typeof candidateText>[1]) => candidateText(ctx, order),
    winnerText: (ctx: Ctx, order: Parameters<typeof winnerText>[1]) => winnerText(ctx, order),
    winnerChangeText,
  }
}

/** Writes the opening notice of a draft: this text, or what its template says. */
async function announce(ctx: Ctx, orderId: string, text?: { title: string; content: RichNode }): Promise<void> {
  const own = await ownersOrder(ctx, orderId, 'update')
  await own.demand('edit')
  const { order } = own
  const kind = methodFor(order).opens
  const { title, content } =
    text ?? (await draftOf(ctx, order, { kind, title: `${order.title}${say(order, '{announcement}')}` }))
  await saveAnnouncement(ctx, order, { title, content })
}
