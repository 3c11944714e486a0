import { randomInt } from 'node:crypto'
import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { formatDate } from '#contract/time.ts'
import { implement, type Route } from '#server/implement.ts'
import * as contract from '../contract/company.ts'
import { APPLICATION, CERTIFICATE } from '../rules/application.ts'
import { ACTS, NOT_OFFERED } from '../rules/kinds.ts'
import { priceOf } from '../rules/prices.ts'
import { type ApplicationRow, type Ctx, HOLDER, note, ownApplication, ownCertificate } from './access.ts'
import { filesColumn } from './files.ts'
import { readProven } from './requests.ts'
import { factsOf } from './rows.ts'

type Fields = BodyOf<typeof contract.saveApplication>

/** Applications of one company that are not handed in. */
const MOST_SAVED = 20

/** Applications until they are handed in. */
export const draftRoutes: readonly Route[] = [
  implement(contract.saveApplication, HOLDER, async (ctx, { body }) => {
    const saved = await ctx.many(
      'ca_application',
      { companyId: ctx.actor.companyId, state: 'saved' },
      { columns: ['id'] },
    )
    if (saved.length >= MOST_SAVED) throw new AppError('tooMany', `待提交的申请最多 ${MOST_SAVED} 份，请先提交或删除`)
    const id = ctx.newId()
    const { companyId, userId, name } = ctx.actor
    const row = {
      id,
      code: newCode(ctx),
      companyId,
      userId,
      userName: name,
      act: 'new' as const,
      state: 'saved' as const,
      createdAt: ctx.clock.now(),
      ...(await holderOf(ctx)),
      ...(await columnsOf(ctx, { act: 'new', body, kept: null })),
      ...ctx.cipher.fields('ca_application.identity', id, body.identity),
      ...ctx.cipher.fields('ca_application.mobile', id, body.mobile),
    }
    await ctx.insert('ca_application', row)
    note(ctx, row, { action: 'save', text: '保存' })
    return { applicationId: id }
  }),

  implement(contract.changeApplication, HOLDER, async (ctx, { params, body }) => {
    const row = await ownApplication(ctx, params.applicationId, 'update')
    demand(ctx, row, 'save')
    if (row.formerId !== null) demandSame(row, body)
    await ctx.update(
      'ca_application',
      { id: row.id },
      { ...(await holderOf(ctx)), ...(await columnsOf(ctx, { act: row.act, body, kept: row })) },
    )
    await sealNumbers(ctx, row.id, body)
    note(ctx, row, { action: 'save', text: '修改' })
  }),

  implement(contract.removeApplication, HOLDER, async (ctx, { params }) => {
    const row = await ownApplication(ctx, params.applicationId, 'update')
    demand(ctx, row, 'remove')
    await ctx.remove('ca_application', { id: row.id })
    note(ctx, row, { action: 'remove', text: '删除' })
  }),

  implement(contract.startChange, HOLDER, async (ctx, { params, body: { act, years } }) => {
    const former = await ownCertificate(ctx, params.certificateId, 'update')
    const now = ctx.clock.now().getTime()
    CERTIFICATE.next(act, { record: { ...(await factsOf(ctx, former)), now }, who: null, now })
    const before = (await ctx.expectOne('ca_application', { id: former.applicationId })) as ApplicationRow
    const id = ctx.newId()
    const { companyId, userId, name } = ctx.actor
    const { kind, medium, suite } = former
    const lasting = act === 'renew' ? years : 0
    const open = (column: 'identity' | 'mobile') =>
      ctx.cipher.open(`ca_application.${column}`, before.id, before[column])
    const row = {
      id,
      code: newCode(ctx),
      companyId,
      userId: former.userId ?? userId,
      userName: former.userId ? before.userName : name,
      act,
      formerId: former.id,
      state: 'saved' as const,
      createdAt: ctx.clock.now(),
      ...(await holderOf(ctx)),
      kind,
      medium,
      suite,
      years: lasting,
      price: priceOf({
        act,
        kind,
        years: lasting,
      }),
      personName: before.personName,
      ...ctx.cipher.fields('ca_application.identity', id, open('identity')),
      ...ctx.cipher.fields('ca_application.mobile', id, open('mobile')),
    }
    await ctx.insert('ca_application', row)
    note(ctx, row, { action: 'save', text: `${ACTS[act]}证书 ${former.serial}` })
    return { applicationId: id }
  }),
]

function demand(ctx: Ctx, record: ApplicationRow, action: 'save' | 'remove'): void {
  APPLICATION.next(action, { record, who: null, now: ctx.clock.now().getTime() })
}

/** Whom a certificate of the company names now: the record's word, never the page's. */
async function holderOf(ctx: Ctx) {
  const { name, creditCode } = await ctx.expectOne(
    'company',
    { id: ctx.actor.companyId },
    { columns: ['name', 'creditCode'] },
  )
  return { companyName: name, creditCode }
}

async function columnsOf(
  ctx: Ctx,
  { act, body, kept }: { act: ApplicationRow['act']; body: Fields; kept: ApplicationRow | null },
) {
  const { kind, medium, suite, personName, letters, licences } = body
  const missing = NOT_OFFERED[medium]
  if (missing) throw new AppError('invalid', missing)
  const years = act === 'new' || act === 'renew' ? body.years : 0
  // A request over a key of another algorithm says nothing any more.
  const isStale = kept !== null && (kept.suite !== suite || kept.medium !== medium)
  return {
    kind,
    medium,
    suite,
    years,
    personName,
    price: priceOf({
      act,
      kind,
      years,
    }),
    letters: await filesColumn(ctx, letters, {
      kept: kept?.letters ?? [],
      path: 'letters',
    }),
    licences: await filesColumn(ctx, licences, {
      kept: kept?.licences ?? [],
      path: 'licences',
    }),
    ...(body.request
      ? await readProven(body.request, suite)
      : isStale
        ? {
            request: null,
            keyHash: null,
          }
        : {}),
  }
}

/** Numbers of people that were given; others stay as they are. */
async function sealNumbers(ctx: Ctx, id: string, { identity, mobile }: Fields): Promise<void> {
  if (identity) await ctx.update('ca_application', { id }, ctx.cipher.fields('ca_application.identity', id, identity))
  if (mobile) await ctx.update('ca_application', { id }, ctx.cipher.fields('ca_application.mobile', id, mobile))
}

/** What a change is about stays as it is. */
function demandSame(row: ApplicationRow, { kind, medium, suite }: Fields): void {
  if (row.kind !== kind || row.medium !== medium || row.suite !== suite)
    throw new AppError('invalid', '变更申请的证书类型、介质和算法与原证书一致，不能修改')
}

function newCode(ctx: Ctx): string {
  return `CA${formatDate(ctx.clock.now()).replaceAll('-', '').slice(2)}${String(randomInt(10 ** 8)).padStart(8, '0')}`
}
