import type { HomeSource, Todo } from '#server/feature.ts'
import { expertPlaces, places } from '../rules/verification.ts'
import type { Personal } from './access.ts'

/** What waits: replies, opinions, conclusions and signatures of experts; the next step of whoever runs it. */
export const home: HomeSource = {
  async todos(ctx, limit) {
    const { workbench } = ctx.actor
    if (workbench === 'expert') return expertTodos(ctx, limit)
    return workbench === 'purchaser' || workbench === 'agency' ? handlerTodos(ctx, workbench, limit) : []
  },
}

async function expertTodos(ctx: Personal, limit: number): Promise<Todo[]> {
  const rows = await ctx.tx
    .selectFrom('verification_expert as m')
    .innerJoin('verification as v', (j) =>
      j.onRef('v.tenantId', '=', 'm.tenantId').onRef('v.id', '=', 'm.verificationId'),
    )
    .select(['v.id', 'v.title', 'v.state', 'm.reply', 'm.givenAt', 'm.signedAt', 'm.isChair'])
    .select((e) =>
      e
        .selectFrom('verification_expert as x')
        .select((n) => n.fn.countAll<number>().as('n'))
        .whereRef('x.tenantId', '=', 'm.tenantId')
        .whereRef('x.verificationId', '=', 'm.verificationId')
        .where('x.reply', '=', 'accepted')
        .where('x.givenAt', 'is', null)
        .as('silent'),
    )
    .where('m.tenantId', '=', ctx.tenantId)
    .where('m.userId', '=', ctx.actor.userId)
    .where('m.reply', '<>', 'refused')
    .where('v.state', 'in', ['inviting', 'reviewing', 'concluded'])
    .orderBy('v.id')
    .limit(limit)
    .execute()
  return rows.flatMap((row): Todo[] => {
    const label = dueOf({ ...row, silent: Number(row.silent) })
    if (label === null) return []
    const { id, title } = row
    return [
      {
        key: `verification:${id}`,
        kind: 'review',
        isMine: true,
        label,
        title,
        link: expertPlaces.desk(id),
        dueAt: null,
      },
    ]
  })
}

interface Due {
  state: string
  reply: string
  givenAt: Date | null
  signedAt: Date | null
  isChair: boolean
  silent: number
}

function dueOf({ state, reply, givenAt, signedAt, isChair, silent }: Due): string | null {
  if (state === 'inviting') return reply === 'waiting' ? '答复论证邀请' : null
  if (reply !== 'accepted') return null
  if (state === 'concluded') return signedAt === null ? '签署论证报告' : null
  if (givenAt === null) return '提交论证意见'
  return isChair && silent === 0 ? '形成论证结论' : null
}

async function handlerTodos(ctx: Personal, side: 'purchaser' | 'agency', limit: number): Promise<Todo[]> {
  const { companyId, userId } = ctx.actor
  if (companyId === null) return []
  const rows = await ctx.tx
    .selectFrom('verification as v')
    .select(['v.id', 'v.title', 'v.state'])
    .where('v.tenantId', '=', ctx.tenantId)
    .where('v.companyId', '=', companyId)
    .where('v.createdBy', '=', userId)
    .where('v.state', '=', 'inviting')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('verification_expert as m')
            .select('m.id')
            .whereRef('m.tenantId', '=', 'v.tenantId')
            .whereRef('m.verificationId', '=', 'v.id')
            .where('m.reply', '=', 'waiting'),
        ),
      ),
    )
    .orderBy('v.id')
    .limit(limit)
    .execute()
  return rows.map(({ id, title }) => ({
    key: `verification-begin:${id}`,
    kind: 'review' as const,
    isMine: true,
    label: '开始论证或者补充专家',
    title,
    link: places(side).detail(id),
    dueAt: null,
  }))
}
