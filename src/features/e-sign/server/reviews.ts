import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { implementFile, implementForPerson, type Route } from '#server/implement.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import * as c from '../contract/company.ts'
import { REVIEW, type Reviewed } from '../rules/status.ts'
import { lockOpening, PLATFORM, recordOf } from './access.ts'
import { shownApplication } from './applications.ts'
import { DECIDED_EVENT, openNow } from './opening.ts'
import { companyOpening } from './standing.ts'

type Ctx = Context<Actor>

const TABS = {
  all: sql<boolean>`true`,
  '0': sql<boolean>`a.state = 'pending'`,
  '1': sql<boolean>`a.state = 'passed'`,
  '2': sql<boolean>`a.state = 'rejected'`,
}

/** Applications as the platform sees and decides them. */
export const reviewRoutes: readonly Route[] = [
  implementForPerson(c.reviewPage, PLATFORM, async (ctx, { query }) => {
    const { keyword, status } = query
    const rows = () =>
      ctx.tx
        .selectFrom('sign_application as a')
        .where('a.tenantId', '=', ctx.tenantId)
        .where('a.state', '<>', 'replaced')
        .$if(Boolean(keyword), (q) => q.where(includes(keyword!, ['a.companyName', 'a.creditCode'])))
    const page = await listPage(ctx, {
      query,
      list: { alias: 'a', keys: ['appliedAt', 'id'], rows },
      tabs: TABS,
      tab: status === undefined ? 'all' : (String(status) as '0'),
      show: (page) =>
        rows()
          .innerJoin(page, 'page.id', 'a.id')
          .innerJoin('file_object as f', (j) =>
            j.onRef('f.tenantId', '=', 'a.tenantId').onRef('f.id', '=', 'a.letterId'),
          )
          .selectAll('a')
          .select(['f.name as letterName', 'f.size as letterSize']),
    })
    const now = ctx.clock.now().getTime()
    return {
      ...page,
      rows: await Promise.all(
        page.rows.map(async (row) => {
          const record = await reviewed(ctx, row)
          return {
            ...shownApplication(ctx, row),
            companyId: row.companyId,
            letterName: row.letterName,
            letterSize: row.letterSize,
            obstacle: record.obstacle,
            decidedByName: row.decidedByName,
            actions: row.proof === 'bank' ? [] : REVIEW.allowed(record, null, now),
          }
        }),
      ),
    }
  }),

  implementFile(c.reviewLetter, { ...PLATFORM, audience: 'person' }, async (ctx, { params }) => {
    const row = await ctx.one('sign_application', { id: params.applicationId }, { columns: ['letterId'] })
    if (!row) throw new AppError('notFound')
    const { name, mime, size, sha256 } = await ctx.expectOne('file_object', { id: row.letterId })
    return { name, mime, size, content: await ctx.files.read(sha256.toString('hex')), inline: true }
  }),

  implementForPerson(c.decideReview, PLATFORM, async (ctx, { params, body }) => {
    const { applicationId: id } = params
    const found = await ctx.one('sign_application', { id }, { columns: ['companyId'] })
    if (!found) throw new AppError('notFound')
    await lockOpening(ctx, found.companyId)
    const row = await ctx.expectOne('sign_application', { id }, { lock: 'update' })
    const now = ctx.clock.now()
    const subject = { record: await reviewed(ctx, row), who: null, now: now.getTime() }
    const decider = { decidedBy: ctx.actor.userId, decidedByName: ctx.actor.name }
    if (body.pass) {
      REVIEW.next('pass', subject)
      return openNow(ctx, row, decider)
    }
    const state = REVIEW.next('reject', subject)
    await ctx.update('sign_application', { id }, { state, reason: body.reason, decidedAt: now, ...decider })
    ctx.audit({
      action: 'e-sign.reject',
      entity: 'e-sign',
      entityId: id,
      summary: `驳回${row.companyName}的电子签章开通申请：${body.reason}`,
    })
    ctx.emit({ kind: DECIDED_EVENT, payload: { applicationId: id }, topics: [`company:${row.companyId}`] })
  }),
]

interface Row {
  state: string
  proof: string
  companyId: string
  companyName: string
  creditCode: string
}

/** What is in the way of an application that waits: what it says is no longer what the company is. */
async function reviewed(ctx: Ctx, row: Row): Promise<Reviewed> {
  const { state, proof, companyId } = row
  const of = (obstacle: string): Reviewed => ({ state: state as Reviewed['state'], proof, obstacle })
  if (state !== 'pending') return of('')
  const { name, creditCode, obstacle } = await recordOf(ctx, companyId)
  if (obstacle) return of(obstacle)
  if (name !== row.companyName || creditCode !== row.creditCode)
    return of('企业名称或信用代码在申请后已变更，请驳回后由企业重新申请')
  return of((await companyOpening(ctx, companyId)) ? '企业已开通电子签章' : '')
}
