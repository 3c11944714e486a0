import type { Workbench } from '#contract/workbench.ts'
import { notify } from '#features/messages/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { type MessageKind, URGENT } from '#server/feature.ts'

const KIND = 'account.security'

export const messageKinds: readonly MessageKind[] = [
  {
    kind: KIND,
    label: '账号安全提醒',
    group: '账号',
    workbenches: ['purchaser', 'agency', 'supplier', 'expert', 'admin'],
    channels: URGENT,
    isEssential: true,
  },
]

/** Tells a person of a change to their own account, by every way they can be reached; what else they chose does not matter. */
export async function notifyPerson(
  ctx: Context<Actor | null>,
  userId: string,
  { title, content }: { title: string; content: string },
): Promise<void> {
  const identity = await identityOf(ctx, userId)
  await notify(ctx, { to: { userIds: [userId] }, identity, kind: KIND, title, content, link: '/personal-centre' })
}

/** A workbench of the person's, in which the message is read. */
async function identityOf(ctx: Context<Actor | null>, userId: string): Promise<Workbench> {
  const place = await ctx.tx
    .selectFrom('employee as e')
    .innerJoin('company_tenant as t', (j) =>
      j.onRef('t.tenantId', '=', 'e.tenantId').onRef('t.companyId', '=', 'e.companyId'),
    )
    .select(['t.isPurchaser', 't.isAgency'])
    .where('e.userId', '=', userId)
    .where('e.deletedAt', 'is', null)
    .orderBy('e.createdAt')
    .executeTakeFirst()
  if (place) return place.isPurchaser ? 'purchaser' : place.isAgency ? 'agency' : 'supplier'
  const user = await ctx.one('app_user', { id: userId }, { columns: ['isPlatformAdmin'] })
  return user?.isPlatformAdmin ? 'admin' : 'expert'
}
